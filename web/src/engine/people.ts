// What people of given ratings would play (`human` of POST /analyze), if the server has a human network.

import type { Analysis, GameRequest, People } from "../core/messages";
import { post } from "./server";

// What GET /models says about it.
export interface PeopleOffer {
  network: string;
  lowest: number; // rating
  highest: number;
  most_ratings: number; // in one request
  typical: number; // the probability from which a move is typical of a rating
}

export interface PeopleRequest extends GameRequest {
  human: number[]; // ratings
  model?: string; // judges the moves
}

// The search that the likely moves are compared with. A network with a policy ends by time, the others by nodes.
const kNodes = 20_000;
const kTimeMs = 300;

// For each rating, in that order. The server must offer it.
export async function askPeople(request: PeopleRequest, signal: AbortSignal): Promise<People[]> {
  const response = await post("analyze", { ...request, nodes: kNodes, movetime: kTimeMs }, { signal });
  return ((await response.json()) as Analysis).human ?? [];
}

// The ratings that may be asked for, at most `most`, in their order.
export function allowedRatings(wanted: readonly number[], offer: PeopleOffer, most: number): number[] {
  const fit = wanted.filter((rating) => rating >= offer.lowest && rating <= offer.highest);
  return [...new Set(fit)].sort((a, b) => a - b).slice(0, Math.min(most, offer.most_ratings));
}

// How likely people of each rating play a move. Moves that the server leaves out are rarer than it mentions: 0.
export const chancesOf = (move: string, people: People[]): { rating: number; probability: number }[] =>
  people.map(({ rating, moves }) => ({
    rating,
    probability: moves.find((each) => each.move === move)?.probability ?? 0,
  }));
