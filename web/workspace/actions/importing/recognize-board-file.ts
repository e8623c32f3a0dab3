// Tells files with objects in them from images and documents: by their name, and PNG and SVG pictures by what they carry.
// The service recognizes the exact format.

const extensions = /\.(excalidraw|tldr|canvas|csv|md|markdown|mmd|mermaid|drawio|dio|xml|json|tessera)$/i

/** For the file chooser. */
export const boardFileTypes =
  '.excalidraw,.tldr,.canvas,.csv,.md,.markdown,.mmd,.mermaid,.drawio,.dio,.xml,.json,.tessera,.png,.svg'

export async function isBoardFile(file: File): Promise<boolean> {
  if (extensions.test(file.name)) return true
  if (/\.png$/i.test(file.name) || file.type === 'image/png')
    return carriesObjects(new Uint8Array(await file.arrayBuffer()))
  if (/\.svg$/i.test(file.name) || file.type === 'image/svg+xml') return isBoardSvg(await file.text())
  return false
}

/** A file name for a diagram on the clipboard. */
export const fileNameOfText = (text: string): string =>
  `clipboard.${text.startsWith('{') ? 'excalidraw' : text.startsWith('<') ? 'svg' : 'mmd'}`

const isBoardSvg = (text: string) =>
  /<metadata id="tessera"|payload-type:application\/vnd\.excalidraw|&lt;mxfile/.test(text)

/** Keywords of the text chunks that programs store their objects in. */
const keywords = ['tessera', 'application/vnd.excalidraw+json', 'mxfile', 'mxGraphModel']

/** Walks the chunks of a PNG up to its pixels and behind them. */
function carriesObjects(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8 || view.getUint32(0) !== 0x89504e47) return false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = latin(bytes.subarray(at + 4, at + 8))
    if (/^(iTXt|tEXt|zTXt)$/.test(type)) {
      const content = bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + Math.min(length, 80)))
      if (keywords.includes(latin(content).split('\0')[0] ?? '')) return true
    }
    at += 12 + length
  }
  return false
}

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes)
