// The strengths that can be chosen: 800 to 3200, and one step above for no limit.

import { words } from "../text/text";

export const kMinStrength = 800;
export const kMaxStrength = 3200;
export const kFullStrength = kMaxStrength + 50;

export const strengthText = (value: number): string => (value >= kFullStrength ? words().chess.full : `Elo ${value}`);
