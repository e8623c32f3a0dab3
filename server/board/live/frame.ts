// Encodes text as an unmasked WebSocket frame: built once, written to many sockets.

const finalText = 0x81
const shortLength = 126
const longLength = 127

export function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headLength = length < shortLength ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headLength + length)
  frame[0] = finalText
  if (headLength === 2) frame[1] = length
  else if (headLength === 4) {
    frame[1] = shortLength
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = longLength
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headLength)
  return frame
}
