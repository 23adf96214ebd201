// The game on the analysis board: a tree, where one stands in it, and what the rules say there. Every change of the
// tree can be undone.

import { computed, signal } from "@preact/signals";
import type { PgnGame, PlayedMove, PositionReply } from "../core/messages";
import { rules } from "../core/rules";
import { kStart } from "./fen";
import { openingOf } from "./openings";
import { Tree, type KeptTree, type Node } from "./tree";

// What is needed to have the session again.
export interface KeptSession {
  tree: KeptTree;
  at: number; // the node one stands at
}

// How far one can undo: steps, and positions in all of them together (a large game takes some megabytes).
const kMostSteps = 200;
const kMostPositions = 200_000;

export class Session {
  private readonly tree_ = signal(new Tree(kStart));
  private readonly at_ = signal(0);
  private readonly changes = signal(0); // the tree is changed in place
  private past: KeptSession[] = [];
  private future: KeptSession[] = [];
  // Is told what a new game takes the place of.
  onReplaced: ((old: KeptSession) => void) | undefined;

  readonly tree = computed((): Tree => {
    this.changes.value;
    return this.tree_.value;
  });
  readonly node = computed((): Node => this.tree.value.node(this.at_.value) ?? this.tree.value.root);
  readonly moves = computed((): string[] => this.tree.value.moves(this.node.value));
  readonly position = computed((): PositionReply => {
    return rules().call("position", { fen: this.tree.value.root.fen, moves: this.moves.value });
  });
  readonly opening = computed(() => {
    const tree = this.tree.value;
    return openingOf([tree.root.fen, ...tree.path(this.node.value).map((node) => node.fen)]);
  });

  get version(): number {
    return this.changes.value;
  }

  go(node: Node | undefined): void {
    if (node) this.at_.value = node.id;
  }
  back(): void {
    this.go(this.node.value.parent);
  }
  forward(): void {
    this.go(this.node.value.children[0]);
  }
  first(): void {
    this.go(this.tree.value.root);
  }
  last(): void {
    let node = this.node.value;
    while (node.children[0]) node = node.children[0];
    this.go(node);
  }

  // Moves as UCI or SAN, played from a node (where one stands, if none is given). Throws if one is illegal.
  play(moves: string[], from: Node = this.node.value): Node {
    const tree = this.tree_.value;
    const before = tree.moves(from);
    const line = rules().call("line", { fen: tree.root.fen, moves: [...before, ...moves] }).moves;
    const old = this.kept();
    const { size } = tree;
    let node = from;
    for (const move of line.slice(before.length)) node = tree.add(node, move as PlayedMove);
    if (tree.size !== size) this.hasChanged(old);
    this.go(node);
    return node;
  }

  // A new game from this position. Throws if there is no such position.
  reset(fen: string = kStart): void {
    const reply = rules().call("position", { fen });
    this.replace(new Tree(reply.fen));
  }

  load(game: PgnGame): void {
    this.replace(Tree.fromPgn(game));
  }

  remove(node: Node): void {
    this.edit((tree) => {
      const stays = tree.remove(node);
      if (!tree.node(this.at_.value)) this.go(stays);
    });
  }
  promote(node: Node): void {
    this.edit((tree) => tree.promote(node));
  }
  // A change that can be undone as one step.
  edit(act: (tree: Tree) => void): void {
    const old = this.kept();
    act(this.tree_.value);
    this.hasChanged(old);
  }
  // Something about a node has changed, as part of the step before.
  touch(): void {
    this.changes.value++;
  }

  // ---- undo and redo ----

  get canUndo(): boolean {
    this.changes.value;
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    this.changes.value;
    return this.future.length > 0;
  }
  undo(): void {
    this.swap(this.past, this.future);
  }
  redo(): void {
    this.swap(this.future, this.past);
  }

  // ---- keeping ----

  kept(): KeptSession {
    return { tree: this.tree_.value.kept(), at: this.at_.value };
  }
  // Throws if it was not made by kept(). There is nothing to undo afterwards.
  restore(kept: KeptSession): void {
    this.show(kept);
    this.past = [];
    this.future = [];
  }
  // A kept game in place of this one.
  open(kept: KeptSession): void {
    this.replace(Tree.fromKept(kept.tree), kept.at);
  }

  // As it is now: who shows it is told of every change, comments included.
  pgn(): string {
    void this.version;
    const tree = this.tree.value;
    return rules().call("pgn_write", {
      tags: tree.tags,
      start: tree.root.fen,
      result: tree.result,
      line: tree.toPgnLine(),
    }).pgn;
  }

  private replace(tree: Tree, at = 0): void {
    const old = this.kept();
    this.tree_.value = tree;
    this.at_.value = at;
    this.hasChanged(old);
    if (old.tree.nodes.length > 1) this.onReplaced?.(old);
  }

  private hasChanged(old: KeptSession): void {
    this.past.push(old);
    this.future = [];
    let positions = this.past.reduce((sum, { tree }) => sum + tree.nodes.length, 0);
    while (this.past.length > kMostSteps || positions > kMostPositions)
      positions -= this.past.shift()!.tree.nodes.length;
    this.changes.value++;
  }

  private swap(from: KeptSession[], to: KeptSession[]): void {
    const kept = from.pop();
    if (!kept) return;
    to.push(this.kept());
    this.show(kept);
  }

  private show(kept: KeptSession): void {
    this.tree_.value = Tree.fromKept(kept.tree);
    this.at_.value = kept.at;
    this.changes.value++;
  }
}
