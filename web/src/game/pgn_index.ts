// The games of a PGN file, found by their tags and not read yet: a file of thousands is there immediately, and each
// game is read when it is wanted.

export interface IndexedGame {
  name: string; // "Morphy – Isouard 1-0"
  text: string;
}

const kTagLine = /^\[([A-Za-z]\w*)\s+"((?:[^"\\]|\\.)*)"\]/;

// A game begins with the first tag after moves. Text without tags is one game here, whatever it contains.
export function indexGames(text: string): IndexedGame[] {
  const games: IndexedGame[] = [];
  let tags: Record<string, string> = {};
  let begin = 0;
  let hasMoves = false;
  let isInComment = false;
  const finish = (end: number): void => {
    const own = text.slice(begin, end);
    if (own.trim()) games.push({ name: nameOf(tags), text: own });
    tags = {};
    begin = end;
    hasMoves = false;
  };
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf("\n", at);
    const end = next < 0 ? text.length : next + 1;
    const line = text.slice(at, end);
    const tag = isInComment ? null : kTagLine.exec(line);
    if (tag) {
      if (hasMoves) finish(at);
      tags[tag[1]!] = tag[2]!.replace(/\\(.)/g, "$1");
    } else if (line.trim()) {
      hasMoves = true;
      const [open, close] = [line.lastIndexOf("{"), line.lastIndexOf("}")];
      if (open !== close) isInComment = open > close;
    }
    at = end;
  }
  finish(text.length);
  return games;
}

function nameOf({ White, Black, Result }: Record<string, string>): string {
  return `${White ?? "?"} – ${Black ?? "?"} ${Result ?? "*"}`;
}
