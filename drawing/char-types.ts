// What a character is for the marks around it.

type CharType = 'blank' | 'punctuation' | 'word' | 'other'

/** The ends of the line are blank. */
export const charTypeOf = (line: string, at: number): CharType => {
  const code = line.charCodeAt(at)
  return Number.isNaN(code) ? 'blank' : (asciiTypes[code] ?? readCharType(line[at] as string))
}

/** Chinese, Japanese and Korean are written without blanks between words. */
function readCharType(sign: string): CharType {
  if (/\s/.test(sign)) return 'blank'
  if (/[\p{P}\p{S}]/u.test(sign)) return 'punctuation'
  return sign.charCodeAt(0) < 0x2e80 && /[\p{L}\p{N}]/u.test(sign) ? 'word' : 'other'
}

/** Most texts need no regular expression for each sign. */
const asciiTypes = Array.from({ length: 128 }, (_, code) => readCharType(String.fromCharCode(code)))
