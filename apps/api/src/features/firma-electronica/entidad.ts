import type { ArchivoZip } from '../../http/zip-stream.ts'

/** What a certification entity is given of a request: one file in memory at a time. */
export interface Paquete {
  nombre: string
  archivos: AsyncIterable<ArchivoZip>
}

/** How a request reached the entity. By hand, it leaves as a file of this name that somebody of the desk carries there. */
export type Entrega = { via: 'A_MANO'; nombre: string }

/**
 * The certification entity. It charges what it is sent, so that each request is noted as sent before `send` is called, and is not sent
 * again by itself whatever becomes of that call. A service of an entity takes the request's id as the key of the issue, and adds how its
 * own deliveries ended to `Entrega`.
 */
export interface Entidad {
  send(clave: string, paquete: Paquete): Promise<Entrega>
}

/** The manual way: the desk downloads the package, and gives it to the entity on its portal. */
export const entidadAMano: Entidad = { send: (_clave, { nombre }) => Promise.resolve({ via: 'A_MANO', nombre }) }
