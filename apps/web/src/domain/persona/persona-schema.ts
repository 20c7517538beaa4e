import { LISTAS_PRECIOS, nombreDeLista, PersonaForm, ROL_PERSONA_LABEL, ROLES_PERSONA, type Persona } from '@yupana/contract'
import { checkIdentificacion, TIPO_IDENTIFICACION, TIPO_IDENTIFICACION_LABEL, TIPOS_IDENTIFICACION_PERSONA } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { entradaOf, montoEntradaOpcional } from '../../components/form/monto-entrada.ts'

/** The form of the contract, with the check of the identification in the browser (O-62); the server repeats it. */
export const PersonaSchema = z.extend(PersonaForm, { limite_credito: montoEntradaOpcional(2) }).check(({ value, issues }) => {
  if (value.identificacion === '') return
  const { valid, problem } = checkIdentificacion(value.tipo_identificacion, value.identificacion)
  if (!valid)
    issues.push({ code: 'custom', message: problem ?? 'Identificación no válida.', input: value.identificacion, path: ['identificacion'] })
})
export type PersonaInput = z.input<typeof PersonaSchema>

export const TIPO_OPTIONS = TIPOS_IDENTIFICACION_PERSONA.map((value) => ({ value, label: TIPO_IDENTIFICACION_LABEL[value] }))

export const ROL_OPTIONS = ROLES_PERSONA.map((value) => ({ value, label: ROL_PERSONA_LABEL[value] }))

export const LISTA_OPTIONS = [
  { value: null, label: 'Ninguna' },
  ...LISTAS_PRECIOS.map((lista) => ({ value: lista, label: nombreDeLista(lista) })),
]

/** Initial values of the form: the person, or an empty client. */
export const personaInitial = (persona?: Persona): PersonaInput => ({
  tipo_identificacion: persona?.tipo_identificacion ?? TIPO_IDENTIFICACION.RUC,
  identificacion: persona?.identificacion ?? '',
  razon_social: persona?.razon_social ?? '',
  nombre_comercial: persona?.nombre_comercial ?? '',
  roles: persona?.roles ?? ['cliente'],
  correos: persona?.correos ?? [],
  telefonos: persona?.telefonos ?? [],
  direccion: persona?.direccion ?? '',
  direcciones: persona?.direcciones ?? [],
  dias_credito: persona?.dias_credito ?? 0,
  limite_credito: entradaOf(persona?.limite_credito),
  lista_precios: persona?.lista_precios ?? null,
  activo: persona?.activo ?? true,
})
