// What people of some ratings would play on the analysis board, and how difficult the position is for them. It is there
// if the server has a human network.

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { Arrow } from "../board/board";
import type { People } from "../core/messages";
import { isLost } from "../engine/api";
import { engine } from "../engine/current";
import { follow } from "../engine/follow";
import { allowedRatings, askPeople, chancesOf, type PeopleOffer } from "../engine/people";
import type { Session } from "../game/session";
import { words } from "../text/text";
import { Panel, Select, Toggle } from "../ui/controls";
import { remembered } from "../ui/remember";

const kRatings = [800, 1000, 1200, 1500, 1800, 2000, 2200, 2500, 2700]; // to choose from
const kMostChosen = 4; // columns that fit on a phone
const kMostRows = 8;
const kMovesOfRating = 3; // the favorites of a rating: rows of the table, and arrows
const kLeastForArrow = 0.05;

const running = remembered("people.running", true);
const chosen = remembered<number[]>("people.ratings", [1500, 2000, 2500]);
const arrowsFor = remembered("people.arrows", 1500); // a rating; 0: none
const known = signal<{ fen: string; people: People[] } | undefined>(undefined);
const fault = signal("");

// Those that are asked about now; none if the server can't tell or nobody wants to know.
export function peopleRatings(): number[] {
  const offer = engine.value?.people;
  return offer && running.value && Array.isArray(chosen.value) ? allowedRatings(chosen.value, offer, kMostChosen) : [];
}

// Asks about where one stands, whenever that changes. `model` names the network that judges the moves.
export const followPeople = (session: Session, model: () => { model?: string }): (() => void) =>
  follow(fault, () => {
    const { fen, end } = session.position.value;
    const request = {
      fen: session.tree.value.root.fen,
      moves: session.moves.value,
      human: peopleRatings(),
      ...model(),
    };
    if (isLost.value || end || request.human.length === 0) return undefined;
    return async (abort) => {
      const people = await askPeople(request, abort);
      if (!abort.aborted) known.value = { fen, people };
    };
  });

const peopleAt = (fen: string): People[] | undefined =>
  known.value?.fen === fen && peopleRatings().length ? known.value.people : undefined;

// The favorite moves of the rating that was chosen for it, thinner the rarer they are.
export function peopleArrows(fen: string): Arrow[] {
  const group = peopleAt(fen)?.find(({ rating }) => rating === arrowsFor.value);
  return (group?.moves ?? [])
    .filter(({ probability }) => probability >= kLeastForArrow)
    .slice(0, kMovesOfRating)
    .map(({ move, probability }) => ({
      from: move.slice(0, 2),
      to: move.slice(2, 4),
      kind: "people",
      weight: Math.min(1, probability * 1.5),
    }));
}

export function PeoplePanel({ session }: { session: Session }): JSX.Element | null {
  const offer = engine.value?.people;
  if (!offer) return null;
  const t = words().people;
  const { fen, end } = session.position.value;
  const people = peopleAt(fen);
  const ratings = peopleRatings();
  return (
    <Panel
      title={t.title}
      class="people"
      aside={<Toggle label={t.show} on={running.value} onChange={(on) => (running.value = on)} />}
    >
      {fault.value && (
        <p class="fault" role="alert">
          {fault.value}
        </p>
      )}
      {running.value && (
        <>
          {!end && ratings.length > 0 && (
            <div class="people-table" aria-busy={!people} data-testid="people">
              {people ? <Table session={session} people={people} /> : <p class="empty">…</p>}
            </div>
          )}
          <Choice offer={offer} ratings={ratings} />
        </>
      )}
    </Panel>
  );
}

// The ratings, at most kMostChosen of them, and whose moves are drawn.
function Choice({ offer, ratings }: { offer: PeopleOffer; ratings: number[] }): JSX.Element {
  const t = words().people;
  const isFull = ratings.length >= Math.min(kMostChosen, offer.most_ratings);
  const toggle = (rating: number): void => {
    chosen.value = ratings.includes(rating) ? ratings.filter((each) => each !== rating) : [...ratings, rating];
  };
  return (
    <div class="people-choice">
      <div class="chips" role="group" aria-label={t.ratings}>
        {allowedRatings(kRatings, { ...offer, most_ratings: kRatings.length }, kRatings.length).map((rating) => (
          <button
            key={rating}
            type="button"
            aria-pressed={ratings.includes(rating)}
            disabled={isFull && !ratings.includes(rating)}
            onClick={() => toggle(rating)}
          >
            {rating}
          </button>
        ))}
      </div>
      <Select
        label={t.arrows}
        value={String(ratings.includes(arrowsFor.value) ? arrowsFor.value : 0)}
        options={[["0", t.noArrows], ...ratings.map((rating): [string, string] => [String(rating), String(rating)])]}
        onChange={(value) => (arrowsFor.value = Number(value))}
      />
    </div>
  );
}

const percent = (share: number): string => words().chess.percent(Math.round(100 * share));

// The favorites of each rating, the likeliest of all first.
function rowsOf(people: People[]): { move: string; san: string; loss?: number }[] {
  const rows = new Map<string, { move: string; san: string; loss?: number; most: number }>();
  for (const { moves } of people)
    for (const { move, san, probability, loss } of moves.slice(0, kMovesOfRating)) {
      const most = Math.max(probability, rows.get(move)?.most ?? 0);
      rows.set(move, { move, san, most, ...(loss === undefined ? {} : { loss }) });
    }
  return [...rows.values()].sort((a, b) => b.most - a.most).slice(0, kMostRows);
}

function Table({ session, people }: { session: Session; people: People[] }): JSX.Element {
  const t = words().people;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.move}</th>
            {people.map(({ rating }) => (
              <th key={rating} scope="col">
                {rating}
              </th>
            ))}
            <th scope="col" title={t.lossTitle}>
              {t.loss}
            </th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(people).map(({ move, san, loss }) => (
            <tr key={move}>
              <th scope="row">
                <button type="button" class="move" onClick={() => session.play([move])}>
                  {san}
                </button>
              </th>
              {chancesOf(move, people).map(({ rating, probability }) => (
                <td key={rating}>
                  {probability > 0 ? percent(probability) : t.rare}
                  <svg class="chance" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={100 * probability} height="4" />
                  </svg>
                </td>
              ))}
              <td>{loss === undefined ? "" : loss.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t.difficulty}</th>
            {people.map(({ rating, difficulty }) => (
              <td key={rating} data-difficulty={rating}>
                {difficulty === undefined ? "–" : `${difficultyWord(difficulty)}, ${percent(difficulty)}`}
              </td>
            ))}
            <td />
          </tr>
        </tfoot>
      </table>
      <p class="hint">{t.difficultyMeaning}</p>
    </>
  );
}

// In words: how likely it is that people go wrong.
export function difficultyWord(difficulty: number): string {
  const { easy, moderate, hard, veryHard } = words().people.difficulties;
  if (difficulty < 0.05) return easy;
  if (difficulty < 0.15) return moderate;
  return difficulty < 0.35 ? hard : veryHard;
}
