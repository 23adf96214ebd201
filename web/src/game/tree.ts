// A game with variations: a tree of moves. Plain data; the rules are asked by whoever adds moves.

import type { PgnGame, PgnLine, PgnLineOut, PlayedMove } from "../core/messages";
import type { Judgement } from "./score";

export interface Node {
  id: number;
  parent: Node | undefined;
  ply: number; // of the position after the move, counted from the game's start
  uci: string;
  san: string;
  fen: string; // after the move
  children: Node[]; // the first goes on with the line, the others are variations
  comment?: string;
  nags?: number[];
  cpWhite?: number; // what an engine thought of it
  mateWhite?: number;
  winWhite?: number; // expected score of White, 0 to 1
  judgement?: Judgement; // by the engine; a mark that came with the game goes before it
  better?: string[]; // the line that the engine would have played instead, as SAN
  people?: PeopleOnMove[]; // of a move that the engine has marked, by rating
}

// How likely people of a rating play a move.
export interface PeopleOnMove {
  rating: number;
  probability: number;
  isTypical: boolean; // they often do (src/puct/human_moves.h says how often)
}

// A tree as plain data, to be kept: every node after its parent, siblings in their order.
export type KeptNode = Omit<Node, "parent" | "children"> & { parent?: number };
export interface KeptTree {
  tags: Record<string, string>;
  result: string;
  nodes: KeptNode[];
}

export class Tree {
  readonly root: Node;
  private nextId = 1;
  private readonly byId = new Map<number, Node>();
  tags: Record<string, string> = {};
  result = "*";

  constructor(fen: string) {
    this.root = { id: 0, parent: undefined, ply: 0, uci: "", san: "", fen, children: [] };
    this.byId.set(0, this.root);
  }

  static fromPgn(game: PgnGame): Tree {
    const tree = new Tree(game.start);
    tree.tags = { ...game.tags };
    tree.result = game.result;
    if (game.line.comment) tree.root.comment = game.line.comment;
    tree.graft(tree.root, game.line);
    return tree;
  }

  // The counterpart of kept(). Throws if it is not one.
  static fromKept(kept: KeptTree): Tree {
    const [first, ...others] = kept.nodes;
    if (first?.id !== 0 || !first.fen) throw new Error("found no starting position");
    const tree = new Tree(first.fen);
    tree.tags = { ...kept.tags };
    tree.result = kept.result;
    Object.assign(tree.root, { ...first, parent: undefined });
    for (const { parent: parentId, ...own } of others) {
      const parent = tree.byId.get(parentId ?? 0);
      if (!parent || !own.uci || !own.fen) throw new Error("found a move without its place");
      const node: Node = { ...own, parent, children: [] };
      parent.children.push(node);
      tree.byId.set(node.id, node);
      tree.nextId = Math.max(tree.nextId, node.id + 1);
    }
    return tree;
  }

  kept(): KeptTree {
    const nodes: KeptNode[] = [];
    const waiting = [this.root];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      const { parent, children, ...own } = node;
      nodes.push({ ...own, ...(parent ? { parent: parent.id } : {}) });
      waiting.push(...[...children].reverse());
    }
    return { tags: { ...this.tags }, result: this.result, nodes };
  }

  // How many positions it has, with the first.
  get size(): number {
    return this.byId.size;
  }

  node(id: number): Node | undefined {
    return this.byId.get(id);
  }

  // The child with this move, made if it isn't there.
  add(parent: Node, move: PlayedMove): Node {
    const known = parent.children.find((child) => child.uci === move.uci);
    if (known) return known;
    const node: Node = {
      id: this.nextId++,
      parent,
      ply: parent.ply + 1,
      uci: move.uci,
      san: move.san,
      fen: move.fen,
      children: [],
    };
    parent.children.push(node);
    this.byId.set(node.id, node);
    return node;
  }

  // How many moves remove() would take away.
  countFrom(node: Node): number {
    let count = 0;
    const waiting = [node];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      count++;
      waiting.push(...at.children);
    }
    return count;
  }

  // Takes the move and all after it away; returns where one is then.
  remove(node: Node): Node {
    const parent = node.parent;
    if (!parent) return node;
    parent.children.splice(parent.children.indexOf(node), 1);
    const forget = (gone: Node): void => {
      this.byId.delete(gone.id);
      gone.children.forEach(forget);
    };
    forget(node);
    return parent;
  }

  // Makes the line that leads to the node the main line.
  promote(node: Node): void {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  // From the root (left out) to the node.
  path(node: Node): Node[] {
    const nodes: Node[] = [];
    for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  mainLine(): Node[] {
    const nodes: Node[] = [];
    for (let at = this.root.children[0]; at; at = at.children[0]) nodes.push(at);
    return nodes;
  }

  moves(node: Node): string[] {
    return this.path(node).map((each) => each.uci);
  }

  toPgnLine(): PgnLineOut {
    const out = this.lineFrom(this.root.children[0]);
    if (this.root.comment) out.comment = this.root.comment;
    return out;
  }

  private lineFrom(first: Node | undefined): PgnLineOut {
    const line: PgnLineOut = { moves: [] };
    for (let at = first; at; at = at.children[0]) {
      const siblings: Node[] = at.parent!.children;
      line.moves.push({
        uci: at.uci,
        ...(at.comment ? { comment: at.comment } : {}),
        ...(marksOf(at).length ? { nags: marksOf(at) } : {}),
        // Variations stand after the move that they replace.
        ...(at === siblings[0] && siblings.length > 1
          ? { variations: siblings.slice(1).map((other) => this.lineFrom(other)) }
          : {}),
      });
    }
    return line;
  }

  private graft(from: Node, line: PgnLine): void {
    let at = from;
    for (const move of line.moves) {
      const node = this.add(at, move);
      if (move.comment) node.comment = move.comment;
      if (move.nags) node.nags = move.nags;
      if (move.cp_white !== undefined) node.cpWhite = move.cp_white;
      if (move.mate_white !== undefined) node.mateWhite = move.mate_white;
      for (const variation of move.variations ?? []) this.graft(at, variation);
      at = node;
    }
  }
}

const kJudgementNag: Record<Judgement, number> = { blunder: 4, mistake: 2, inaccuracy: 6 };

// The marks of a move: those it came with, and the engine's if nobody has judged the move (NAG 1 to 6).
export function marksOf(node: Node): number[] {
  const nags = node.nags ?? [];
  if (!node.judgement || nags.some((nag) => nag >= 1 && nag <= 6)) return nags;
  return [kJudgementNag[node.judgement], ...nags];
}

export const kGlyphs: Record<number, string> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

// "12." or "12..." in front of a move, given the position after it.
export function moveNumber(node: Node): string {
  const fields = node.fen.split(" ");
  const full = Number(fields[5] ?? 1);
  return fields[1] === "b" ? `${full}.` : `${full - 1}…`;
}
