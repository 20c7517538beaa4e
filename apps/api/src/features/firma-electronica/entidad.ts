import type { ArchivoZip } from '../../http/zip-stream.ts'

/** The package of a request for a certification entity: one file in memory at a time. */
export interface Paquete {
  nombre: string
  archivos: AsyncIterable<ArchivoZip>
}

/** The way a request reached the entity. By hand, the desk takes a file of this name to it. */
export type Entrega = { via: 'A_MANO'; nombre: string }

/**
 * The certification entity. It charges for each request, so each is noted as sent before `send` is called, and is not sent again
 * automatically whatever the result. A service of an entity uses the request's id as the key of the issue, and adds the result of its own
 * deliveries to `Entrega`.
 */
export interface Entidad {
  send(solicitudId: string, paquete: Paquete): Promise<Entrega>
}

/** The manual way: the desk downloads the package, and gives it to the entity on its portal. */
export const entidadAMano: Entidad = { send: (_solicitudId, { nombre }) => Promise.resolve({ via: 'A_MANO', nombre }) }
