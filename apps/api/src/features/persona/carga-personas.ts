import { randomUUID } from 'node:crypto'
import {
  LISTAS_PRECIOS,
  nombreDeLista,
  PersonaForm,
  ROL_PERSONA_LABEL,
  ROLES_PERSONA,
  TIPO_CARGA_PERSONAS,
  type RolPersona,
} from '@yupana/contract'
import { TIPO_IDENTIFICACION } from '@yupana/fiscal'

import { AppError } from '../../errors.ts'
import { saveWordsOfMany, wordsOfRow } from '../busqueda/busqueda.door.ts'
import {
  badRow,
  foldCelda,
  goodRow,
  placeOf,
  Repetidos,
  type Columna,
  type Encargo,
  type FilaBuena,
  type FilaLeida,
  type FilaMala,
  type Obra,
  type ProblemaFila,
  type Revisada,
  type Revision,
  type TipoDeCarga,
} from '../carga/carga.door.ts'
import { creditoProblems } from './persona-credito.ts'
import { checkForm, rowOf, wordTexts } from './persona.service.ts'
import * as sql from './persona.sql.ts'

const { RUC, CEDULA, PASAPORTE, EXTERIOR } = TIPO_IDENTIFICACION

const COLUMNAS: readonly Columna[] = [
  {
    campo: 'identificacion',
    titulo: 'Identificación',
    otros: ['ruc', 'cedula', 'ruc/cedula', 'ruc o cedula', 'cedula o ruc', 'numero de identificacion'],
    kind: 'texto',
    obligatoria: true,
  },
  {
    campo: 'tipo_identificacion',
    titulo: 'Tipo de identificación',
    otros: ['tipo', 'tipo identificacion'],
    kind: 'opcion',
    opciones: { [RUC]: ['RUC'], [CEDULA]: ['Cédula'], [PASAPORTE]: ['Pasaporte'], [EXTERIOR]: ['Exterior', 'identificación del exterior'] },
  },
  { campo: 'razon_social', titulo: 'Nombre', otros: ['razon social', 'nombres', 'cliente', 'proveedor'], kind: 'texto', obligatoria: true },
  { campo: 'nombre_comercial', titulo: 'Nombre comercial', kind: 'texto' },
  { campo: 'roles', titulo: 'Rol', otros: ['roles'], kind: 'texto' },
  {
    campo: 'correos',
    titulo: 'Correo',
    otros: ['correos', 'email', 'e-mail', 'mail', 'correo electronico', 'correos electronicos'],
    kind: 'texto',
  },
  { campo: 'telefonos', titulo: 'Teléfono', otros: ['celular', 'telefonos'], kind: 'texto' },
  { campo: 'direccion', titulo: 'Dirección', kind: 'texto' },
  { campo: 'dias_credito', titulo: 'Días de crédito', otros: ['plazo', 'dias credito'], kind: 'texto' },
  { campo: 'limite_credito', titulo: 'Límite de crédito', otros: ['cupo', 'limite credito'], kind: 'monto' },
  {
    campo: 'lista_precios',
    titulo: 'Lista de precios',
    otros: ['lista'],
    kind: 'opcion',
    opciones: Object.fromEntries(LISTAS_PRECIOS.map((lista) => [lista, [nombreDeLista(lista)]])),
  },
]

/** The kind of an identification without one, from its digits. */
function tipoOf(identificacion: string): string | undefined {
  if (/^\d{13}$/.test(identificacion)) return RUC
  return /^\d{10}$/.test(identificacion) ? CEDULA : undefined
}

function tipoProblem(identificacion: string): string {
  // A spreadsheet drops the first zero of a number.
  if (/^(\d{9}|\d{12})$/.test(identificacion)) return 'Le falta el cero del comienzo: dé a la columna formato de texto y escríbalo.'
  return 'No es un RUC ni una cédula: si es un pasaporte o del exterior, dígalo en la columna Tipo de identificación.'
}

const LABELS = new Map<string, RolPersona>(ROLES_PERSONA.map((rol) => [foldCelda(ROL_PERSONA_LABEL[rol]), rol]))
const rolesOf = (text: string): (RolPersona | undefined)[] =>
  text
    .split(/[,;/+]| y /)
    .map((word) => foldCelda(word))
    .filter((word) => word !== '')
    .map((word) => LABELS.get(word) ?? LABELS.get(word.replace(/s$/, '')) ?? LABELS.get(word.replace(/es$/, '')))

/** The person of a row, or the problems of the row. */
function personaOf(
  fila: FilaLeida,
  { cabeza, daCredito }: Pick<Encargo, 'cabeza' | 'daCredito'>,
): { form?: PersonaForm; problemas: ProblemaFila[] } {
  const { n, valores } = fila
  const problemas: ProblemaFila[] = [...fila.problemas]
  const refuse = (campo: string, message: string) => problemas.push({ ...placeOf(campo.split('.')[0] ?? '', n, cabeza), message })
  const { roles: said = 'Cliente', correos, telefonos, dias_credito: dias = '0', lista_precios: lista, ...rest } = valores
  const identificacion = String(valores['identificacion'] ?? '')
  const tipo = valores['tipo_identificacion'] ?? tipoOf(identificacion)
  if (tipo === undefined && identificacion !== '') refuse('identificacion', tipoProblem(identificacion))
  const roles = rolesOf(String(said))
  if (roles.includes(undefined))
    refuse('roles', `Escriba ${Object.values(ROL_PERSONA_LABEL).slice(0, -1).join(', ')} o ${ROL_PERSONA_LABEL.empleado}.`)
  // More mails for each person take places in the user's limit, which so many rows at once cannot have.
  if (/[;,]/.test(String(correos ?? ''))) refuse('correos', 'Escriba un solo correo: los demás se agregan en su ficha.')
  if (!/^\d{1,4}$/.test(String(dias))) refuse('dias_credito', 'Escriba los días con números enteros.')
  if (problemas.length > 0) return { problemas }
  const parsed = PersonaForm.safeParse({
    ...rest,
    tipo_identificacion: tipo,
    roles,
    dias_credito: Number(dias),
    ...(correos !== undefined && { correos: [correos] }),
    ...(lista !== undefined && { lista_precios: Number(lista) }),
    ...(telefonos !== undefined && { telefonos: [telefonos] }),
  })
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) refuse(path.join('.'), message)
    return { problemas }
  }
  try {
    checkForm(parsed.data)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    for (const { campo = '', message } of error.problems) refuse(campo, message)
    return { problemas }
  }
  if (!daCredito) for (const { campo = '', message } of creditoProblems(parsed.data)) refuse(campo, message)
  return problemas.length > 0 ? { problemas } : { form: parsed.data, problemas }
}

function takenText(identificacion: string, { identificacion: como, unida }: sql.Tomada): string {
  const taken =
    identificacion === como ? 'Ya hay una persona con esta identificación' : 'Ya hay una persona registrada con esta cédula o RUC'
  return unida === null ? `${taken}.` : `${taken}: su ficha está unida a ${unida}.`
}

class RevisionPersonas implements Revision {
  readonly #encargo: Encargo
  readonly #identificaciones = new Repetidos()

  constructor(encargo: Encargo) {
    this.#encargo = encargo
  }

  async check(filas: readonly FilaLeida[]): Promise<Revisada[]> {
    const { tx, empresaId, cabeza } = this.#encargo
    const leidas = filas.map((fila) => ({ n: fila.n, ...personaOf(fila, this.#encargo) }))
    const forms = leidas.flatMap(({ form }) => form ?? [])
    const taken = await sql.findTomadas(tx, empresaId, forms)
    return leidas.map(({ n, form, problemas }) => {
      if (!form) return badRow(n, problemas)
      const place = placeOf('identificacion', n, cabeza)
      const first = this.#identificaciones.add(sql.personaKeyOf(form), n)
      const other = taken.get(sql.personaKeyOf(form))
      if (other !== undefined) return badRow(n, [{ ...place, message: takenText(form.identificacion, other) }])
      return first === undefined ? goodRow(n, form) : badRow(n, [{ ...place, message: `Es la misma persona que en la fila ${first}.` }])
    })
  }
}

class ObraPersonas implements Obra {
  readonly #encargo: Encargo
  #isAlone = false
  #personas = 0

  constructor(encargo: Encargo) {
    this.#encargo = encargo
  }

  async apply(filas: readonly FilaBuena[]): Promise<FilaMala[]> {
    const { tx, empresaId, en } = this.#encargo
    if (!this.#isAlone) await sql.lockTodas(tx, empresaId)
    this.#isAlone = true
    const rows = filas.map(({ n, datos }) => ({ n, id: randomUUID(), ...rowOf(PersonaForm.parse(datos)) }))
    const taken = await sql.findTomadas(tx, empresaId, rows)
    const malas = rows.flatMap(({ n, identificacion, tipo_identificacion: tipo }): FilaMala[] => {
      const other = taken.get(sql.personaKeyOf({ tipo_identificacion: tipo, identificacion }))
      return other === undefined
        ? []
        : [{ n, problemas: [{ celda: null, columna: 'Identificación', message: takenText(identificacion, other) }] }]
    })
    if (malas.length > 0) return malas
    await sql.insertPersonas(
      tx,
      empresaId,
      rows.map(({ n: _, ...row }) => row),
      en,
    )
    await saveWordsOfMany(
      tx,
      { empresaId, tipo: 'persona' },
      rows.map((row) => ({ id: row.id, palabras: wordsOfRow(...wordTexts(row)) })),
    )
    this.#personas += rows.length
    return []
  }

  end = () => Promise.resolve({ detalle: { personas: this.#personas } })
}

/** New clients, suppliers, carriers and employees. */
export const cargaPersonas: TipoDeCarga = {
  id: TIPO_CARGA_PERSONAS,
  archivo: 'plantilla-personas',
  hoja: 'Personas',
  columnas: COLUMNAS,
  rights: [],
  conCredito: true,
  accion: 'persona.cargar',
  revision: (encargo) => new RevisionPersonas(encargo),
  obra: (encargo) => new ObraPersonas(encargo),
}
