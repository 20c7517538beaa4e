import type { Persona } from '@yupana/contract'

/** A client that is a company, as the server sends it. */
export const buildPersona = (changes: Partial<Persona> = {}): Persona => ({
  id: '33333333-3333-4333-8333-333333333333',
  tipo_identificacion: '04',
  identificacion: '1790012345001',
  razon_social: 'PAPELERÍA LUZ',
  nombre_comercial: null,
  roles: ['cliente'],
  correos: ['luz@ejemplo.ec'],
  telefonos: [],
  direccion: null,
  direcciones: [],
  dias_credito: 0,
  limite_credito: null,
  lista_precios: null,
  activo: true,
  version: 3,
  creada_en: '',
  editada_en: '',
  unida_a: null,
  ...changes,
})
