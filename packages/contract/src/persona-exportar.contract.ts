import { exportOf } from './exportacion.contract.ts'
import { PersonaBusqueda } from './persona.contract.ts'

// A file of its own, because every editor of documents loads the contract of people.

/** The columns of the list of people. */
export const COLUMNAS_PERSONA = {
  identificacion: 'Identificación',
  razon_social: 'Nombre',
  roles: 'Rol',
  correo: 'Correo',
  telefono: 'Teléfono',
  activo: 'Estado',
} as const

const { q, rol, activo } = PersonaBusqueda.shape

export const exportPersona = exportOf('GET /v1/persona/exportar', {
  tag: 'Personas',
  summary: 'Personas como archivo, con los filtros y el orden de la lista',
  filtro: { q, rol, activo },
  columnas: COLUMNAS_PERSONA,
})
