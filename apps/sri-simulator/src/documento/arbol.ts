// A small tree read from canonical XML. Canonical text has no CDATA, comments, self-closing tags or entities beyond the
// predefined ones, so a short scanner reads exactly what was signed.

export interface Nodo {
  readonly name: string
  /** Attributes, namespace declarations excluded. */
  readonly attrs: ReadonlyMap<string, string> | undefined
  /** Default namespace declared here, if any: the documents of the SRI have none. */
  readonly xmlns: string | undefined
  readonly children: Nodo[]
  text: string
}

const UNESCAPED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#xD;': '\r',
  '&#x9;': '\t',
  '&#xA;': '\n',
}

const unescape = (text: string): string => (text.includes('&') ? text.replace(/&[^;]+;/g, (entity) => UNESCAPED[entity] ?? entity) : text)

const ATTRIBUTE = /\s([^=\s]+)="([^"]*)"/g

function openTag(tag: string): Nodo {
  const space = tag.indexOf(' ')
  if (space < 0) return { name: tag, attrs: undefined, xmlns: undefined, children: [], text: '' }
  const attrs = new Map<string, string>()
  let xmlns: string | undefined
  for (const [, key = '', value = ''] of tag.slice(space).matchAll(ATTRIBUTE)) {
    if (key === 'xmlns') xmlns = unescape(value)
    else if (!key.startsWith('xmlns:')) attrs.set(key, unescape(value))
  }
  return { name: tag.slice(0, space), attrs, xmlns, children: [], text: '' }
}

// «>» is not escaped in canonical attribute values, so the end of a tag is searched outside quotes.
function endOfTag(text: string, from: number): number {
  let end = text.indexOf('>', from)
  let quote = text.indexOf('"', from)
  while (quote >= 0 && quote < end) {
    const close = text.indexOf('"', quote + 1)
    if (close > end) end = text.indexOf('>', close)
    quote = text.indexOf('"', close + 1)
  }
  return end
}

/** Reads canonical XML of one element. */
export function readCanonical(text: string): Nodo {
  const holder: Nodo = { name: '', attrs: undefined, xmlns: undefined, children: [], text: '' }
  const stack: Nodo[] = [holder]
  let top = holder
  let at = 0
  for (;;) {
    const open = text.indexOf('<', at)
    if (open < 0) break
    if (open > at) top.text += unescape(text.slice(at, open))
    const next = text.charCodeAt(open + 1)
    if (next === 0x2f) {
      at = text.indexOf('>', open) + 1
      stack.pop()
      top = stack[stack.length - 1] ?? holder
    } else if (next === 0x3f) {
      at = text.indexOf('?>', open) + 2
    } else {
      const end = endOfTag(text, open)
      const nodo = openTag(text.slice(open + 1, end))
      top.children.push(nodo)
      stack.push(nodo)
      top = nodo
      at = end + 1
    }
  }
  const first = holder.children[0]
  if (!first) throw new Error('empty canonical text')
  return first
}

export const child = (nodo: Nodo | undefined, name: string): Nodo | undefined => nodo?.children.find((c) => c.name === name)
export const childrenOf = (nodo: Nodo | undefined, name: string): Nodo[] => nodo?.children.filter((c) => c.name === name) ?? []
export const textOf = (nodo: Nodo | undefined, name: string): string => child(nodo, name)?.text ?? ''

/** Name without its prefix. */
export const localName = (nodo: Nodo): string => nodo.name.slice(nodo.name.indexOf(':') + 1)
export const localChild = (nodo: Nodo | undefined, name: string): Nodo | undefined => nodo?.children.find((c) => localName(c) === name)
