import { readEntrada } from './archivos.ts'
import type { Pedido } from './comando.ts'
import type { Consola } from './consola.ts'
import { UsoError } from './errores.ts'

const VARIABLE = 'YUPANA_CLAVE_P12'

/** Password of the .p12: from a file, from the environment, or typed without echo. @throws UsoError */
export async function readPasswordP12(pedido: Pedido, consola: Consola): Promise<string> {
  const archivo = pedido.texto('clave-archivo')
  // Only the first line: editors and `echo` add a line end.
  if (archivo !== undefined)
    return (
      (await readEntrada(archivo, consola))
        .toString('utf8')
        .replace(/^\ufeff/, '')
        .split(/\r?\n/)[0] ?? ''
    )
  const fromEnvironment = consola.env[VARIABLE]
  if (fromEnvironment !== undefined) return fromEnvironment
  const typed = await consola.askSecret('Contraseña del .p12: ')
  if (typed === undefined)
    throw new UsoError(`No hay una terminal donde preguntar la contraseña: use --clave-archivo o la variable ${VARIABLE}.`)
  return typed
}
