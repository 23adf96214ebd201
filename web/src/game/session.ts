// The game on the analysis board: a tree, where one stands in it, and what the rules say there.

import { computed, signal } from "@preact/signals";
import type { PgnGame, PlayedMove, PositionReply } from "../core/messages";
import { kStart, rules } from "../core/rules";
import { openingOf } from "./openings";
import { Tree, type Node } from "./tree";

export class Session {
  private readonly tree_ = signal(new Tree(kStart));
  private readonly at_ = signal(0);
  private readonly changes = signal(0); // the tree is changed in place

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
    let node = from;
    for (const move of line.slice(before.length)) node = tree.add(node, move as PlayedMove);
    this.changes.value++;
    this.go(node);
    return node;
  }

  // A new game from this position. Throws if there is no such position.
  reset(fen: string = kStart): void {
    const reply = rules().call("position", { fen });
    this.tree_.value = new Tree(reply.fen);
    this.at_.value = 0;
    this.changes.value++;
  }

  load(game: PgnGame): void {
    this.tree_.value = Tree.fromPgn(game);
    this.at_.value = 0;
    this.changes.value++;
  }

  remove(node: Node): void {
    const stays = this.tree_.value.remove(node);
    this.changes.value++;
    if (!this.tree_.value.node(this.at_.value)) this.go(stays);
  }
  promote(node: Node): void {
    this.tree_.value.promote(node);
    this.changes.value++;
  }
  // Something about a node has changed.
  touch(): void {
    this.changes.value++;
  }

  pgn(): string {
    const tree = this.tree.value;
    return rules().call("pgn_write", {
      tags: tree.tags,
      start: tree.root.fen,
      result: tree.result,
      line: tree.toPgnLine(),
    }).pgn;
  }
}
