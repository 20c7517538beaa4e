import { parseArgs } from 'node:util'

import { FirmaError, P12Error, XmlError } from '@yupana/sri'

import { ayudaDe, ayudaGeneral } from './ayuda.ts'
import { NOTA_PASSWORD, SALIDA, type Comando, type Pedido } from './comando.ts'
import { COMANDOS } from './comandos.ts'
import type { Consola } from './consola.ts'
import { Interrumpido, Rechazo, UsoError } from './errores.ts'

/** Runs one command line; answers the exit code. Never throws for errors of a person or a file. */
export async function run(argumentos: readonly string[], consola: Consola): Promise<number> {
  const [nombre, ...rest] = argumentos
  if (nombre === undefined || ['--help', '-h', 'ayuda'].includes(nombre)) {
    consola.out(ayudaGeneral(COMANDOS))
    return nombre === undefined ? SALIDA.USO : SALIDA.BIEN
  }
  const comando = COMANDOS.find((each) => each.nombre === nombre)
  if (comando === undefined) {
    consola.err(`✖ No hay tal comando. Los que hay: ${COMANDOS.map((each) => each.nombre).join(', ')}. Más con --help.\n`)
    return SALIDA.USO
  }
  try {
    const pedido = pedidoOf(comando, rest)
    if (pedido === undefined) {
      consola.out(ayudaDe(comando))
      return SALIDA.BIEN
    }
    return await comando.run(pedido, consola)
  } catch (error) {
    return answerError(error, comando, rest.includes('--json'), consola)
  }
}

/** Undefined for a request for help. */
function pedidoOf(comando: Comando, argumentos: readonly string[]): Pedido | undefined {
  const options = Object.fromEntries(
    Object.entries(comando.opciones).map(([name, { tipo }]) => [
      name,
      { type: tipo === 'bandera' ? ('boolean' as const) : ('string' as const), multiple: tipo === 'varias' },
    ]),
  )
  const help = { help: { type: 'boolean' as const, short: 'h' } }
  if (
    'clave-archivo' in comando.opciones &&
    argumentos.some((argumento) => /^--(clave|contrase|pass)/i.test(argumento) && !argumento.startsWith('--clave-archivo'))
  )
    throw new UsoError(NOTA_PASSWORD)
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...argumentos], options: { ...options, ...help }, allowPositionals: true }),
  )
  if (values.help === true) return undefined
  const given: Readonly<Record<string, unknown>> = values
  const value = (opcion: string): unknown => given[opcion]
  return {
    argumentos: positionals,
    texto: (opcion) => (typeof value(opcion) === 'string' ? (value(opcion) as string) : undefined),
    varias: (opcion) => (Array.isArray(value(opcion)) ? (value(opcion) as string[]) : []),
    bandera: (opcion) => value(opcion) === true,
  }
}

/** Replaces Node's messages, which repeat the typed text: it may be a password in the wrong place. */
function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error
    throw new UsoError(
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? 'Hay una opción que este comando no tiene.'
        : 'A una opción le falta su valor, o le sobra.',
    )
  }
}

function answerError(error: unknown, { nombre }: Comando, isJson: boolean, consola: Consola): number {
  if (error instanceof Interrumpido) return SALIDA.INTERRUMPIDO
  const isUso = error instanceof UsoError
  if (!isUso && !(error instanceof XmlError || error instanceof P12Error || error instanceof FirmaError || error instanceof Rechazo))
    throw error
  const codigo = isUso ? 'USO' : error.code
  const consejo = error instanceof P12Error ? error.consejo : undefined
  if (isJson) consola.out(`${JSON.stringify({ error: { codigo, mensaje: error.message, consejo } })}\n`)
  else consola.err(`✖ ${error.message}${consejo === undefined ? '' : ` ${consejo}`}\n${isUso ? `  Ayuda: yupana ${nombre} --help\n` : ''}`)
  return isUso ? SALIDA.USO : SALIDA.NO
}
