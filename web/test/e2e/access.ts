// What everyone needs to use a page, as far as a program can see it. Runs in the page.

export function accessFaults(): string[] {
  const faults: string[] = [];
  const isShown = (element: Element): boolean => {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return style.visibility !== "hidden" && style.display !== "none" && box.width > 1 && box.height > 1;
  };
  const where = (element: Element): string =>
    `${element.tagName.toLowerCase()}${element.className && typeof element.className === "string" ? `.${element.className.trim().replace(/\s+/g, ".")}` : ""} "${(element.textContent ?? "").trim().slice(0, 30)}"`;

  // --- names
  const nameOf = (element: Element): string => {
    const labels = (element as HTMLInputElement).labels;
    return (
      element.getAttribute("aria-label") ??
      (labels && labels.length ? [...labels].map((label) => label.textContent).join(" ") : (element.textContent ?? ""))
    ).trim();
  };
  for (const element of document.querySelectorAll(
    "button, a[href], input, select, textarea, [role=img], [role=gridcell]",
  )) {
    if (isShown(element) && !nameOf(element)) faults.push(`no name: ${where(element)}`);
  }
  for (const svg of document.querySelectorAll("svg")) {
    if (!svg.hasAttribute("aria-hidden") && svg.getAttribute("role") !== "img")
      faults.push(`a picture that says nothing: ${where(svg)}`);
  }
  if (!document.documentElement.lang) faults.push("no language");
  if (!document.title) faults.push("no title");
  if (document.querySelectorAll("h1").length === 0) faults.push("no h1");
  if (document.querySelectorAll("main").length !== 1) faults.push("not one main");
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  if (new Set(ids).size !== ids.length) faults.push("an id twice");

  // --- contrast
  type Colour = [number, number, number, number];
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const colourOf = (text: string): Colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r!, g!, b!, a! / 255];
  };
  const over = (top: Colour, ground: Colour): Colour => [
    top[0] * top[3] + ground[0] * (1 - top[3]),
    top[1] * top[3] + ground[1] * (1 - top[3]),
    top[2] * top[3] + ground[2] * (1 - top[3]),
    1,
  ];
  const groundOf = (element: Element): Colour => {
    const layers: Colour[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const colour = colourOf(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce<Colour>((ground, layer) => over(layer, ground), [255, 255, 255, 1]);
  };
  const luminance = (colour: Colour): number => {
    const [r, g, b] = colour.slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const seen = new Set<string>();
  for (const element of document.querySelectorAll("main *, header *, footer, footer *")) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim(),
    );
    if (!hasText || !isShown(element) || element.closest("svg, .board, :disabled, option, .sr-only")) continue;
    const style = getComputedStyle(element);
    const ground = groundOf(element);
    const ink = over(colourOf(style.color), ground);
    const [high, low] = [luminance(ink), luminance(ground)].sort((a, b) => b - a) as [number, number];
    const contrast = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const fault = `contrast ${contrast.toFixed(2)} < ${needed}: ${where(element)}`;
    if (contrast < needed && !seen.has(fault)) {
      seen.add(fault);
      faults.push(fault);
    }
  }
  return faults;
}
