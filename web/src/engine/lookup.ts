// What is known of a position without thinking: openings, the games of the server's database, Syzygy tables. The fields
// are those of POST /lookup.

import { ask } from "./api";
import { problemOf } from "./server";

export interface Counts {
  games: number;
  white: number; // won by White
  draws: number;
  black: number;
}

export interface PlayedMove extends Counts {
  uci: string;
  san: string;
  rating?: number;
}

export interface GameHeader {
  id: number;
  white: string;
  black: string;
  white_rating?: number;
  black_rating?: number;
  result: string;
  date: string;
  event: string;
}

export type TableResult = "win" | "cursed win" | "draw" | "blessed loss" | "loss";

export interface TableMove {
  uci: string;
  san: string;
  result: TableResult;
  dtz?: number;
}

export interface Lookup {
  fen: string;
  openings?: { about: string; counts: Counts; moves: PlayedMove[] }; // absent: the table doesn't have the position
  database?: { counts: Counts; moves: PlayedMove[]; games: GameHeader[] };
  tablebase?: { result: TableResult; dtz?: number; moves: TableMove[] };
}

export interface LookupRequest {
  fen: string;
  moves: string[];
  player?: string;
  color?: "white" | "black";
}

export interface PlayerRecord {
  name: string;
  games: number;
}

// Players whose names contain the text.
export async function findPlayers(text: string): Promise<PlayerRecord[]> {
  const response = await ask(`games?player=${encodeURIComponent(text)}`);
  if (!response.ok) throw await problemOf(response);
  return ((await response.json()) as { players: PlayerRecord[] }).players;
}

export async function fetchGame(id: number): Promise<string> {
  const response = await ask(`games/${id}`);
  if (!response.ok) throw await problemOf(response);
  return response.text();
}
