import type { Texts } from "./text";
export const german = undefined as unknown as Texts;
