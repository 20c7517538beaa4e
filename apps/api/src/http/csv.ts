// One line of a CSV file for spreadsheets (RFC 4180). A cell that a spreadsheet would take for a formula becomes text (reliability §3.2).

const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/
const NUMBER = /^-?\d+(\.\d+)?$/

const cellOf = (text: string): string => {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** The first line of a file: spreadsheets read it as UTF-8 only after this mark. */
export const csvHead = (cells: readonly string[]): string => `\ufeff${csvLine(cells)}`
