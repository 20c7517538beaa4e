import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { digitos, texto, textoOpcional, version } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Establecimientos'

/** Three digits, not 000. */
export const codigoSerie = digitos(3).check(z.refine((codigo) => codigo !== '000', 'El código 000 no existe.'))

/** INEC code of the cantón, for decrees that hold only in some places. */
const codigoCanton = z.nullable(z.string().check(z.regex(/^\d{4}$/, 'Elija el cantón de la lista.')))
const canton = z._default(codigoCanton, null)

export const EstablecimientoForm = z.object({
  nombre: textoOpcional(300),
  direccion: texto(300),
  canton,
  activo: z._default(z.boolean(), true),
})
export type EstablecimientoForm = z.infer<typeof EstablecimientoForm>
/** An absent cantón stays unchanged. */
export const EstablecimientoEdicion = z.extend(EstablecimientoForm, { canton: z.optional(codigoCanton), version })
export type EstablecimientoEdicion = z.infer<typeof EstablecimientoEdicion>

export const Establecimiento = z.object({
  codigo: z.string(),
  nombre: z.nullable(z.string()),
  direccion: z.string(),
  canton: z.nullable(z.string()),
  activo: z.boolean(),
  /** Closed by sanction (SRI code 10): emission waits. */
  pausado_motivo: z.nullable(z.string()),
  version,
})
export type Establecimiento = z.infer<typeof Establecimiento>

export const searchEstablecimiento = endpoint('GET /v1/establecimiento/search', {
  costo: 'busqueda',
  tag,
  summary: 'Establecimientos de la empresa',
  query: z.object(listingQuery),
  reply: listingOf(Establecimiento),
})
export const createEstablecimiento = endpoint('POST /v1/establecimiento/create', {
  costo: 'escritura',
  tag,
  summary: 'Abre un establecimiento',
  body: z.extend(EstablecimientoForm, { codigo: codigoSerie }),
  reply: Establecimiento,
  msg: 'Establecimiento registrado exitosamente',
})
export const editEstablecimiento = endpoint('PUT /v1/establecimiento/edit/:codigo', {
  costo: 'escritura',
  tag,
  summary: 'Cambia nombre, dirección, cantón o estado',
  params: z.object({ codigo: codigoSerie }),
  body: EstablecimientoEdicion,
  reply: Establecimiento,
  msg: 'Establecimiento editado exitosamente',
})
