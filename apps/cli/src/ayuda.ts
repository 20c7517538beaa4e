import type { Comando } from './comando.ts'
import { PRODUCTO } from './producto.ts'

const CODIGOS = 'Códigos de salida: 0 bien; 1 la respuesta es no; 2 mal uso.'
const WIDTH = 100

export const ayudaGeneral = (comandos: readonly Comando[]): string =>
  [
    `yupana: comprobantes electrónicos del SRI en archivos. No necesita base de datos ni que ${PRODUCTO} esté en marcha.`,
    '',
    'Uso: npm run -s yupana -- COMANDO [opciones]',
    '',
    ...comandos.map(({ nombre, resumen }) => `  ${nombre.padEnd(12)} ${resumen}`),
    '',
    'Los comprobantes pueden ser de los seis tipos y cualquier versión, firmados o no, sueltos o dentro de <autorizacion>.',
    'Un guion (-) en lugar de un archivo es la entrada o la salida estándar. Cada comando se explica con --help.',
    CODIGOS,
    '',
  ].join('\n')

export function ayudaDe({ nombre, resumen, formas, opciones, notas }: Comando): string {
  const entries = Object.entries(opciones).map(
    ([name, { valor, ayuda }]) => [`--${name}${valor === undefined ? '' : ` ${valor}`}`, ayuda] as const,
  )
  const column = Math.max(...entries.map(([left]) => left.length)) + 4
  return [
    resumen,
    '',
    'Uso:',
    ...formas.map((forma) => `  yupana ${nombre} ${forma}`),
    '',
    'Opciones:',
    ...entries.flatMap(([left, ayuda]) => {
      const [first = '', ...more] = wrap(ayuda, WIDTH - column)
      return [`  ${left.padEnd(column - 2)}${first}`, ...more.map((line) => ' '.repeat(column) + line)]
    }),
    '',
    ...notas.flatMap((nota) => [...wrap(nota, WIDTH), '']),
    CODIGOS,
    '',
  ].join('\n')
}

function wrap(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1] ?? ''
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}
