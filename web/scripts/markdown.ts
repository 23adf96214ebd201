// Markdown as docs/learn uses it, to HTML: headings, paragraphs, lists, tables, code (fenced and indented), links,
// emphasis, formulas (```math and $...$, in TeX), and lines of HTML left as they are. Run when the page is built, over
// our own pages only.

import temml from "temml";

export const escaped = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

// A formula as MathML, which browsers typeset themselves. Attributes of style become classes: the content policy allows
// none.
export function formula(tex: string, isBlock: boolean): string {
  const html = temml
    .renderToString(tex, { displayMode: isBlock, throwOnError: true })
    .replace(/ class="([^"]*)" style="padding-left:1em;[^"]*"/g, ' class="$1 apart"')
    .replace(/ style="[^"]*"/g, "");
  return isBlock ? `<div class="formula" tabindex="0">${html}</div>` : html;
}

// Where a link leads, given its address in the source; undefined: nowhere in the page, only the label is shown.
export type LinkTo = (address: string) => string | undefined;

export function inline(text: string, linkTo: LinkTo): string {
  const parts: string[] = [];
  const keep = (html: string): string => `\u0000${parts.push(html) - 1}\u0000`;
  const marked = escaped(
    text
      .replace(/(`+)(.+?)\1/g, (_all, _ticks, code: string) => keep(`<code>${escaped(code.trim())}</code>`))
      .replace(/\$([^$]+)\$/g, (_all, tex: string) => keep(formula(tex, false))),
  )
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_all, label: string, address: string) => {
      const to = linkTo(address);
      if (to === undefined) return label;
      return `<a href="${to}"${to.startsWith("http") ? ' rel="noreferrer"' : ""}>${label}</a>`;
    })
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/(^|[\s(“"'])\*([^*\s][^*]*?)\*(?=[\s.,;:!?)”"']|$)/g, "$1<em>$2</em>");
  return marked.replace(/\u0000(\d+)\u0000/g, (_all, index: string) => parts[Number(index)]!);
}

const isRow = (line: string | undefined): line is string => line !== undefined && /^\s*\|/.test(line);
const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\\|/g, "|"));

// The drawing itself, so that it takes the colors of the page.
export type Figure = (address: string, label: string) => string;

export function toHtml(source: string, linkTo: LinkTo, figure: Figure = () => ""): string {
  const lines = source.replace(/\r\n?/g, "\n").split("\n");
  const out: string[] = [];
  let at = 0;
  const text = (part: string): string => inline(part, linkTo);
  const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === "";

  while (at < lines.length) {
    const line = lines[at]!;
    if (isBlank(line)) {
      at++;
    } else if (line.startsWith("```")) {
      const code: string[] = [];
      for (at++; at < lines.length && !lines[at]!.startsWith("```"); at++) code.push(lines[at]!);
      at++;
      out.push(
        line === "```math"
          ? formula(code.join("\n"), true)
          : `<pre tabindex="0"><code>${escaped(code.join("\n"))}</code></pre>`,
      );
    } else if (/^ {4}/.test(line)) {
      const code: string[] = [];
      for (; at < lines.length && (/^ {4}/.test(lines[at]!) || isBlank(lines[at])); at++)
        code.push(lines[at]!.slice(4));
      while (isBlank(code.at(-1)) && code.length) code.pop();
      out.push(`<pre tabindex="0"><code>${escaped(code.join("\n"))}</code></pre>`);
    } else if (/^!\[/.test(line)) {
      const [, label, address] = /^!\[([^\]]*)\]\(([^)\s]+)\)/.exec(line)!;
      out.push(`<figure>${figure(address!, label!)}</figure>`);
      at++;
    } else if (/^#{1,4} /.test(line)) {
      const level = line.indexOf(" ");
      out.push(`<h${level}>${text(line.slice(level + 1))}</h${level}>`);
      at++;
    } else if (isRow(line)) {
      const head = cells(line);
      at++;
      if (isRow(lines[at]) && /^[\s|:-]+$/.test(lines[at]!)) at++;
      let rows = "";
      for (; isRow(lines[at]); at++)
        rows += `<tr>${cells(lines[at]!)
          .map((cell) => `<td>${text(cell)}</td>`)
          .join("")}</tr>`;
      const header = head.some((cell) => cell)
        ? `<thead><tr>${head.map((cell) => `<th scope="col">${text(cell)}</th>`).join("")}</tr></thead>`
        : "";
      out.push(`<div class="table" tabindex="0"><table>${header}<tbody>${rows}</tbody></table></div>`);
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      const ordered = /^\s*\d+\. /.test(line);
      const items: string[] = [];
      for (; at < lines.length && !isBlank(lines[at]); at++) {
        const item = /^\s*(?:[-*]|\d+\.) (.*)$/.exec(lines[at]!);
        if (item) items.push(item[1]!);
        else items[items.length - 1] += ` ${lines[at]!.trim()}`;
      }
      const tag = ordered ? "ol" : "ul";
      out.push(`<${tag}>${items.map((item) => `<li>${text(item)}</li>`).join("")}</${tag}>`);
    } else if (/^<\/?(details|summary)/.test(line)) {
      const summary = /^(<details>)?\s*<summary>(.*)<\/summary>\s*$/.exec(line);
      out.push(summary ? `${summary[1] ?? ""}<summary>${text(summary[2]!)}</summary>` : line);
      at++;
    } else {
      const paragraph: string[] = [];
      for (; !isBlank(lines[at]) && !/^(```|#{1,4} |<\/?details)/.test(lines[at]!) && !isRow(lines[at]); at++)
        paragraph.push(lines[at]!);
      out.push(`<p>${text(paragraph.join(" "))}</p>`);
    }
  }
  return out.join("\n");
}
