import { inflateSync } from 'node:zlib'

export interface PdfLeido {
  /** Texts of each page, in the order they were drawn, one per line. */
  readonly pages: string[]
  /** Lowest baseline of each page's text, in points from the bottom edge. */
  readonly lowest: number[]
  readonly width: number
  readonly height: number
}

/** Reads the text of our own PDF: enough of the format for files of pdfkit, so that tests need no program. */
export function readPdf(bytes: Uint8Array): PdfLeido {
  const file = Buffer.from(bytes).toString('latin1')
  const objects = new Map<string, string>()
  for (const match of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(match[1] ?? '', match[2] ?? '')
  const streamOf = (id: string): string => {
    const [dictionary = '', body = ''] = (objects.get(id) ?? '').split(/\nstream\n/)
    const data = Buffer.from(body.replace(/\nendstream$/, ''), 'latin1')
    return (dictionary.includes('FlateDecode') ? inflateSync(data) : data).toString('latin1')
  }
  const fonts = new Map<string, Map<string, string>>()
  for (const body of objects.values()) {
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
      if (unicode) fonts.set(name, readCmap(streamOf(unicode)))
    }
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body))
  const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pages[0] ?? '')
  const contents = pages.map((page) => streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? ''))
  return {
    pages: contents.map((content) => readText(content, fonts)),
    lowest: contents.map((content) => Math.min(...[...content.matchAll(/1 0 0 1 [-\d.]+ ([-\d.]+) Tm/g)].map(([, y]) => Number(y)))),
    width: Number(box?.[1]),
    height: Number(box?.[2]),
  }
}

function readCmap(cmap: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[(.*)\]/g)) {
    const start = parseInt(first, 16)
    ;[...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, units = ''], i) => {
      const text = String.fromCharCode(...units.split(' ').map((unit) => parseInt(unit, 16)))
      glyphs.set((start + i).toString(16).padStart(4, '0'), text)
    })
  }
  return glyphs
}

function readText(content: string, fonts: Map<string, Map<string, string>>): string {
  const lines: string[] = []
  for (const [, font = '', shown = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf[\s\S]*?\[(.*?)\] TJ/g)) {
    const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, codes]) => codes).join('')
    lines.push((hex.match(/.{4}/g) ?? []).map((code) => fonts.get(font)?.get(code) ?? '\ufffd').join(''))
  }
  return lines.join('\n')
}
