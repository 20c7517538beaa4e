import { unprintableIn } from '@yupana/sri'

import { errors, type Problem } from '../../../errors.ts'

/** Field that only the installation writes (O-89). */
const RESERVED = /^\s*ruc\s+proveedor\s*$/i

/** Every text of a form with the path of its field. */
function textosOf(valor: unknown, campo = ''): [campo: string, texto: string][] {
  if (typeof valor === 'string') return [[campo, valor]]
  if (typeof valor !== 'object' || valor === null) return []
  return Object.entries(valor).flatMap(([name, part]) => textosOf(part, campo === '' ? name : `${campo}.${name}`))
}

/** Finds texts that the RIDE cannot print, and fields that a form may not fill in. */
export function checkTextos(form: { info_adicional: readonly { nombre: string }[] }): Problem[] {
  const unprintable = textosOf(form).flatMap(([campo, texto]): Problem[] => {
    const [character] = unprintableIn(texto)
    return character === undefined ? [] : [{ campo, message: `El carácter «${character}» no se puede imprimir en el RIDE.` }]
  })
  const reserved = form.info_adicional.flatMap(({ nombre }, at): Problem[] =>
    RESERVED.test(nombre) ? [{ campo: `info_adicional.${at}.nombre`, message: '«RUC Proveedor» es un campo reservado.' }] : [],
  )
  return [...unprintable, ...reserved]
}

interface Hallazgo {
  campo: string
  mensaje: string
}

/**
 * Turns a finding about a document into a problem of its form. `nombres` renames parts of the path by tag, and an empty name drops a group
 * that the form lacks. A tag that is not listed keeps its name, in the form's spelling.
 */
export function problemOf(nombres: Readonly<Record<string, string>>): (hallazgo: Hallazgo) => Problem {
  const named = (tag: string) => nombres[tag] ?? tag.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return ({ campo, mensaje }) => ({
    campo: campo
      .replace(/\[(\d+)\]/g, '.$1')
      .split('.')
      .map(named)
      .filter((part) => part !== '')
      .join('.'),
    message: mensaje,
  })
}

const UNKNOWN_YET: readonly string[] = ['infoTributaria.claveAcceso', 'infoTributaria.secuencial']

/** What the SRI would refuse of a document that has no number yet. */
const withoutNumero = (hallazgos: readonly Hallazgo[]): Hallazgo[] => hallazgos.filter(({ campo }) => !UNKNOWN_YET.includes(campo))

/** Refuses a form that breaks a rule of ours, or else one whose document the SRI would refuse. @throws 422 */
export function requireSound(
  problemas: readonly Problem[],
  validate: () => readonly Hallazgo[],
  asProblem: (hallazgo: Hallazgo) => Problem,
): void {
  if (problemas.length > 0) throw errors.invalid([...problemas])
  const refused = withoutNumero(validate())
  if (refused.length > 0) throw errors.invalid(refused.map(asProblem))
}

/** Problems in the shape of a preview's answer. */
export const shown = (problems: readonly Problem[]): { campo: string; message: string }[] =>
  problems.map(({ campo, message }) => ({ campo: campo ?? '', message }))
