// What is known of the position on the analysis board: openings with the results of engine games, games of the server's
// database, Syzygy tables.

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { isLost } from "../engine/api";
import { engine } from "../engine/current";
import { messageOf, type Engine } from "../engine/engine";
import { follow } from "../engine/follow";
import { fetchGame, findPlayers, type Counts, type GameHeader, type Lookup, type PlayedMove } from "../engine/lookup";
import { rules } from "../core/rules";
import { openingOf } from "../game/openings";
import { pieceCount, turnOf } from "../game/fen";
import { count } from "../game/score";
import type { Session } from "../game/session";
import { words } from "../text/text";
import { Panel, Select } from "../ui/controls";
import { ImportGames, imports } from "./import";

const player = signal("");
const color = signal<"" | "white" | "black">("");
const known = signal<Lookup | undefined>(undefined);
const fault = signal("");

const hasGames = (who: Engine | undefined): boolean => who?.lookup.games !== undefined;

const hasOpenings = (who: Engine | undefined): boolean => who?.lookup.openings !== undefined;

// Asks about where one stands, whenever that changes, if the server may know something.
const followPosition = (session: Session): (() => void) =>
  follow(fault, () => {
    const who = engine.value;
    void imports.value; // the database may know more now
    const { fen } = session.position.value;
    const request = {
      fen: session.tree.value.root.fen,
      moves: session.moves.value,
      ...(player.value ? { player: player.value } : {}),
      ...(player.value && color.value ? { color: color.value } : {}),
    };
    if (!who || (isLost.value && who.kind === "server")) return undefined;
    if (!hasGames(who) && !hasOpenings(who) && pieceCount(fen) > (who.lookup.pieces ?? 0)) {
      known.value = undefined;
      return undefined;
    }
    return async (abort) => {
      const found = await who.lookUp(request, abort);
      if (!abort.aborted) known.value = found;
    };
  });

interface ExplorerProps {
  session: Session;
  openPgn: (text: string) => void;
}

export function Explorer({ session, openPgn }: ExplorerProps): JSX.Element | null {
  useEffect(() => followPosition(session), [session]);
  const t = words().explorer;
  const who = engine.value;
  void imports.value;
  if (!who) return null;
  const position = session.position.value;
  // Of this position, or the last known one until the answer is there.
  const shown = known.value;
  const isCurrent = shown?.fen === position.fen;
  const offersGames = hasGames(who);
  const offersOpenings = hasOpenings(who);
  if (!offersGames && !offersOpenings && !(isCurrent && shown?.tablebase))
    return who.kind === "server" && who.lookup.pieces === undefined ? (
      <Panel title={t.title}>
        <Offer />
      </Panel>
    ) : null;
  const open = async (game: GameHeader): Promise<void> => {
    try {
      openPgn(await fetchGame(game.id));
    } catch (error) {
      fault.value = messageOf(error);
    }
  };
  return (
    <Panel
      title={t.title}
      aside={offersGames ? <span data-testid="database-size">{t.games(count(who.lookup.games!))}</span> : undefined}
    >
      {fault.value && (
        <p class="fault" role="alert">
          {fault.value}
        </p>
      )}
      <div class="explorer" aria-busy={!isCurrent}>
        {isCurrent && shown?.tablebase && <Table fen={position.fen} found={shown.tablebase} session={session} />}
        {offersOpenings && (
          <EngineGames
            session={session}
            fen={position.fen}
            found={isCurrent ? shown.openings : undefined}
            isCurrent={isCurrent}
          />
        )}
        {offersGames && <h3>{t.ownGames}</h3>}
        {offersGames && <Filter />}
        {shown?.database && <Moves session={session} found={shown.database} isCurrent={isCurrent} />}
        {isCurrent && shown?.database && shown.database.games.length > 0 && (
          <>
            <h3>{t.list}</h3>
            <ul class="game-list">
              {shown.database.games.map((game) => (
                <li key={game.id}>
                  <button type="button" onClick={() => void open(game)}>
                    <span>
                      {side(game.white, game.white_rating)} – {side(game.black, game.black_rating)}
                    </span>{" "}
                    <span class="quiet">
                      {game.result} {game.date.slice(0, 4)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        <ImportGames />
        {!offersGames && who.kind === "server" && <Offer />}
      </div>
    </Panel>
  );
}

// How to see one's own games here.
const Offer = (): JSX.Element => (
  <details class="hint-panel">
    <summary>{words().explorer.ownGames}</summary>
    <p class="hint">{words().explorer.offer}</p>
    <pre>
      <code>{"tabia games import my.pgn --db games.sqlite\ntabia serve --games games.sqlite"}</code>
    </pre>
  </details>
);

// The moves of the table of openings, with the results of engine games and the names of what follows.
function EngineGames(props: {
  session: Session;
  fen: string;
  found: Lookup["openings"];
  isCurrent: boolean;
}): JSX.Element {
  const t = words().explorer;
  const [all, setAll] = useState(false);
  useEffect(() => setAll(false), [props.fen]);
  const { found } = props;
  if (!found)
    return (
      <>
        <h3>{t.engineGames}</h3>
        {props.isCurrent && <p class="empty">{t.noEngineGames}</p>}
      </>
    );
  const { moves, counts, about } = found;
  const here = openingOf([props.fen])?.name;
  return (
    <section class="engine-games" data-testid="engine-games">
      <h3>{t.engineGames}</h3>
      <table class="explorer-moves">
        <thead>
          <tr>
            <th>{t.move}</th>
            <th>{t.played}</th>
            <th>{t.results}</th>
            <th>{t.opening}</th>
          </tr>
        </thead>
        <tbody>
          {(all ? moves : moves.slice(0, kFirstMoves)).map((move) => (
            <tr key={move.uci}>
              <td>
                <MoveButton session={props.session} move={move} />
              </td>
              <td>{count(move.games)}</td>
              <td>
                <Share counts={move} />
              </td>
              <td class="opening-name">{nameAfter(props.fen, move, here)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!all && moves.length > kFirstMoves && (
        <button type="button" onClick={() => setAll(true)}>
          {t.allMoves(moves.length)}
        </button>
      )}
      <details class="hint-panel">
        <summary>{t.engineGamesHere(count(counts.games))}</summary>
        <p class="hint" lang="en">
          {about}
        </p>
      </details>
    </section>
  );
}
const kFirstMoves = 8;

// The name of the opening after the move, without what it shares with the one before it.
function nameAfter(fen: string, { uci }: PlayedMove, here: string | undefined): string {
  const name = openingOf([rules().call("position", { fen, moves: [uci] }).fen])?.name;
  if (!name || name === here) return "";
  return here && name.startsWith(`${here}: `) ? name.slice(here.length + 2) : name;
}

const side = (name: string, rating?: number): string => `${name || "?"}${rating ? ` (${rating})` : ""}`;

// Plays the move.
const MoveButton = (props: {
  session: Session;
  move: { uci: string; san: string };
  disabled?: boolean;
}): JSX.Element => (
  <button type="button" class="move" disabled={props.disabled} onClick={() => props.session.play([props.move.uci])}>
    {props.move.san}
  </button>
);

function Moves(props: { session: Session; found: NonNullable<Lookup["database"]>; isCurrent: boolean }): JSX.Element {
  const t = words().explorer;
  const { counts, moves } = props.found;
  if (!counts.games) return <p class="empty">{t.none}</p>;
  return (
    <table class="explorer-moves" data-testid="own-moves">
      <thead>
        <tr>
          <th>{t.move}</th>
          <th>{t.played}</th>
          <th>{t.results}</th>
          <th>{t.rating}</th>
        </tr>
      </thead>
      <tbody>
        {moves.map((move) => (
          <tr key={move.uci}>
            <td>
              <MoveButton session={props.session} move={move} disabled={!props.isCurrent} />
            </td>
            <td>{count(move.games)}</td>
            <td>
              <Share counts={move} />
            </td>
            <td>{move.rating ?? ""}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>Σ</td>
          <td data-testid="games-here">{count(counts.games)}</td>
          <td>
            <Share counts={counts} />
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

// How the games ended: a bar of three parts.
function Share({ counts }: { counts: Counts }): JSX.Element {
  const all = Math.max(1, counts.white + counts.draws + counts.black);
  const part = (games: number): number => (100 * games) / all;
  const [white, draws, black] = [part(counts.white), part(counts.draws), part(counts.black)];
  const text = (percent: number): string => percent.toFixed(0);
  return (
    <svg
      class="share"
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      role="img"
      aria-label={words().explorer.share(text(white), text(draws), text(black))}
    >
      <rect class="share-white" x="0" width={white} height="12" />
      <rect class="share-draw" x={white} width={draws} height="12" />
      <rect class="share-black" x={white + draws} width={black} height="12" />
    </svg>
  );
}

// Whose games count.
function Filter(): JSX.Element {
  const t = words().explorer;
  const id = useId();
  const [names, setNames] = useState<string[]>([]);
  const [typed, setTyped] = useState(player.value);
  useEffect(() => {
    if (typed.trim().length < 2) return undefined;
    const timer = setTimeout(() => {
      findPlayers(typed.trim()).then(
        (found) => setNames(found.slice(0, 20).map(({ name }) => name)),
        () => setNames([]),
      );
    }, 200);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div class="explorer-filter">
      <div class="field">
        <label for={id}>{t.player}</label>
        <input
          id={id}
          list={`${id}-names`}
          placeholder={t.anyone}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onChange={(event) => (player.value = event.currentTarget.value.trim())}
        />
        <datalist id={`${id}-names`}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      {player.value && (
        <Select
          label={t.with}
          value={color.value}
          options={[
            ["", t.either],
            ["white", words().chess.white],
            ["black", words().chess.black],
          ]}
          onChange={(value) => (color.value = value)}
        />
      )}
    </div>
  );
}

function Table(props: { fen: string; found: NonNullable<Lookup["tablebase"]>; session: Session }): JSX.Element {
  const t = words().explorer;
  const { result, dtz, moves } = props.found;
  const mover = turnOf(props.fen) === "w" ? words().chess.white : words().chess.black;
  return (
    <div class="tablebase">
      <h3>{t.table}</h3>
      <p data-testid="tablebase">
        {t.tableVerdict(mover, t.tableResults[result])}
        {dtz ? ` ${t.dtz(Math.abs(dtz))}` : ""}
      </p>
      <table class="explorer-moves">
        <thead>
          <tr>
            <th>{t.move}</th>
            <th>{t.result}</th>
            <th>{t.dtzHead}</th>
          </tr>
        </thead>
        <tbody>
          {moves.map((move) => (
            <tr key={move.uci}>
              <td>
                <MoveButton session={props.session} move={move} />
              </td>
              <td>{t.tableResults[move.result]}</td>
              <td>{move.dtz ? Math.abs(move.dtz) : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
