// node evaluate.mjs MODEL.onnx FEN...: evaluates positions by onnxruntime with a model of `tabia net convert`.
// Needs `npm install --ignore-scripts onnxruntime-node`.
import { InferenceSession, Tensor } from "onnxruntime-node";

// The 12 x 8 x 8 planes: P N B R Q K of White, then of Black; rank 8 first.
function planes(fen) {
  const numbers = new Float32Array(768);
  fen.split(" ")[0].split("/").forEach((rank, row) => {
    let column = 0;
    for (const letter of rank) {
      if (letter >= "1" && letter <= "8") column += Number(letter);
      else numbers[64 * "PNBRQKpnbrqk".indexOf(letter) + 8 * row + column++] = 1;
    }
  });
  return numbers;
}

const [model, ...fens] = process.argv.slice(2);
const session = await InferenceSession.create(model);
const batch = new Float32Array(768 * fens.length);
fens.forEach((fen, i) => batch.set(planes(fen), 768 * i));
const outputs = await session.run({
  planes: new Tensor("float32", batch, [fens.length, 12, 8, 8]),
  white_to_move: new Tensor("float32", fens.map((fen) => (fen.split(" ")[1] === "w" ? 1 : 0)), [fens.length, 1]),
});
const numbers = (outputs.cp ?? outputs.score).data;
fens.forEach((fen, i) => console.log(`${numbers[i].toFixed(2)} centipawns for the side to move: ${fen}`));
