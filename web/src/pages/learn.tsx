// Learn: the pages of docs/learn with live demonstrations.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { PassDemo } from "../learn/pass";
import { XorDemo } from "../learn/xor";
import { language, words } from "../text/text";

type Pages = (typeof import("virtual:learn"))["pages"];

// Which demonstration stands on which page, under its first section.
const kDemos: Record<string, () => JSX.Element> = { "00-xor": XorDemo, "05-backpropagation": PassDemo };

export function Learn({ id }: { id: string }): JSX.Element {
  const [pages, setPages] = useState<Pages>();
  const article = useRef<HTMLElement>(null);
  useEffect(() => void import("virtual:learn").then((module) => setPages(module.pages)), []);
  useEffect(() => {
    scrollTo(0, 0);
  }, [id]);
  if (!pages) return <p class="empty">{words().learn.loading}</p>;
  const at = Math.max(
    0,
    pages.findIndex((page) => page.id === id),
  );
  const page = pages[at]!;
  const Demo = kDemos[page.id];
  const [before, after] = splitForDemo(page.html, Demo !== undefined);
  return (
    <div class="learn">
      <nav class="contents" aria-label={words().learn.pages}>
        <ol>
          {pages.map((each) => (
            <li key={each.id}>
              <a href={`#/learn/${each.id}`} aria-current={each === page ? "page" : undefined}>
                {each.title}
                {kDemos[each.id] && <span class="tag">{words().learn.live}</span>}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <article class="prose" ref={article} lang="en">
        {language.value !== "en" && <p class="hint">{words().learn.inEnglish}</p>}
        <div dangerouslySetInnerHTML={{ __html: before }} />
        {Demo && <Demo />}
        <div dangerouslySetInnerHTML={{ __html: after }} />
        <nav class="neighbours" aria-label={words().learn.neighbours}>
          {at > 0 ? <a href={`#/learn/${pages[at - 1]!.id}`}>← {pages[at - 1]!.title}</a> : <span />}
          {at + 1 < pages.length && <a href={`#/learn/${pages[at + 1]!.id}`}>{pages[at + 1]!.title} →</a>}
        </nav>
      </article>
    </div>
  );
}

// A demonstration stands before the second heading of its page.
export function splitForDemo(html: string, hasDemo: boolean): [string, string] {
  if (!hasDemo) return [html, ""];
  const first = html.indexOf("<h2>");
  const second = html.indexOf("<h2>", first + 1);
  const cut = second >= 0 ? second : first >= 0 ? first : html.length;
  return [html.slice(0, cut), html.slice(cut)];
}
