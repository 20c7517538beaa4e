import { addDays, type Fecha, type Obligacion } from '@yupana/fiscal'

// RFC 5545: lines of at most 75 octets, ended by CRLF; text with its commas, semicolons and line ends escaped.

const MAX_OCTETS = 75

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replace(/\r?\n/g, '\\n')

/** A line in pieces, each after the first beginning with a space; no character is cut. */
function folded(line: string): string {
  const pieces: string[] = []
  let piece = ''
  for (const letter of line) {
    if (Buffer.byteLength(piece + letter) > MAX_OCTETS) {
      pieces.push(piece)
      piece = ' '
    }
    piece += letter
  }
  return [...pieces, piece].join('\r\n')
}

const packed = (fecha: Fecha) => fecha.replaceAll('-', '')
const stamp = (instant: Date) => `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

interface Calendario {
  nombre: string
  empresaId: string
  obligaciones: readonly Obligacion[]
  ahora: Date
  /** Address of the page. */
  base: string
}

const eventOf = ({ id, vence, texto, detalle, enlace }: Obligacion, { nombre, empresaId, ahora, base }: Calendario): string[] => [
  'BEGIN:VEVENT',
  `UID:${id}@${empresaId}`,
  `DTSTAMP:${stamp(ahora)}`,
  `DTSTART;VALUE=DATE:${packed(vence)}`,
  `DTEND;VALUE=DATE:${packed(addDays(vence, 1))}`,
  `SUMMARY:${escaped(`${texto} · ${nombre}`)}`,
  `DESCRIPTION:${escaped(detalle)}`,
  `URL:${base}/#${enlace}`,
  'TRANSP:TRANSPARENT',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(texto)}`,
  'TRIGGER:-P3D',
  'END:VALARM',
  'END:VEVENT',
]

/** The obligations as a calendar file: a whole day for each, with a reminder three days before. */
export function calendarioIcs(calendario: Calendario): string {
  const { nombre, obligaciones } = calendario
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Yupana//Obligaciones//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(`Obligaciones de ${nombre}`)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...obligaciones.flatMap((one) => eventOf(one, calendario)),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}
