import { createHash } from 'node:crypto'
import { fromUnits } from '@yupana/fiscal'

import type { EmpresaId } from '../../src/db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../src/db/transaction.ts'
import type { Deps } from '../../src/deps.ts'
import { AppError } from '../../src/errors.ts'
import { upload } from '../../src/features/certificado/certificado.door.ts'
import { fundarEmpresa, fundarMembresia, fundarUsuario, type FundarDeps } from '../../src/features/empresa/empresa.door.ts'
import { create as createPersona } from '../../src/features/persona/persona.door.ts'
import { create as createProducto } from '../../src/features/producto/producto.door.ts'
import type { PasswordHasher } from '../../src/features/sesion/sesion.door.ts'
import { PASSWORD_DEMO, COMBO, EMPRESAS, type EmpresaDemo, mailOf, PERSONAS, PRODUCTOS, USUARIOS } from './demo-data.ts'

/** An existing demonstration company, and the user in whose name it is filled. */
export interface EmpresaFundada {
  empresaId: EmpresaId
  usuarioId: string
  demo: EmpresaDemo
}

/** Makes companies and users, after which people can sign in. Existing ones stay as they are. */
export async function fundarDemostracion(fundar: FundarDeps, passwordHasher: PasswordHasher): Promise<EmpresaFundada[]> {
  const [empresas, usuarios] = await Promise.all([
    Promise.all(EMPRESAS.map((demo) => fundarEmpresa(fundar, demo))),
    Promise.all(
      USUARIOS.map((usuario) => fundarUsuario(fundar, passwordHasher, { ...usuario, mail: mailOf(usuario), password: PASSWORD_DEMO })),
    ),
  ])
  for (const [i, { rol, empresas: places }] of USUARIOS.entries())
    for (const place of places) await fundarMembresia(fundar, empresas[place]!, usuarios[i]!, rol)
  return EMPRESAS.map((demo, i) => ({ demo, empresaId: empresas[i]!, usuarioId: usuarios[0]! }))
}

/** Issues a .p12 of the test authority for this company, protected by `passwordP12`. */
export type EmitirCertificado = (demo: EmpresaDemo, passwordP12: string) => Promise<Uint8Array>

/** Uploads a certificate if the company never had one. */
export async function cargarCertificado(
  deps: Deps,
  { empresaId, usuarioId, demo }: EmpresaFundada,
  emitir: EmitirCertificado,
): Promise<void> {
  const had = await inEmpresa(deps.db, empresaId, (tx) =>
    tx.selectFrom('certificado').select('id').where('empresa_id', '=', empresaId).limit(1).executeTakeFirst(),
  )
  if (had) return
  const bytes = await emitir(demo, PASSWORD_DEMO)
  await upload(
    deps,
    { empresaId, usuarioId },
    { filename: `demostracion-${demo.ruc}.p12`, bytes, password: PASSWORD_DEMO, confirmar: false },
  )
}

/** Idempotency key of a form, equal at each start: nothing is made twice, and deleted records stay deleted. */
const keyOf = (form: object) => `demo-${createHash('sha256').update(JSON.stringify(form)).digest('hex').slice(0, 24)}`

/** Ignores refusals: an existing or deleted record, or a rate that is out of force under RELOJ. */
export function unlessRefused(error: unknown): void {
  if (!(error instanceof AppError) || error.status >= 500) throw error
}

/** Adds people and products in small transactions, so that other users do not wait. */
export async function llenarCatalogo(deps: Deps, { empresaId, usuarioId }: EmpresaFundada): Promise<void> {
  const { db, clock } = deps
  const autor = { empresaId, usuarioId, en: clock.now(), daCredito: true }
  const vende = { ...autor, ambiente: 'SIMULADOR', veCosto: true } as const
  for (const form of PERSONAS)
    await inEmpresa(db, empresaId, (tx) => createPersona(deps, tx, autor, keyOf(form), form)).catch(unlessRefused)
  for (const form of PRODUCTOS)
    await inEmpresa(db, empresaId, (tx) => createProducto(tx, vende, keyOf(form), { ...form, partes: [] })).catch(unlessRefused)
  await inEmpresa(db, empresaId, (tx) => crearCombo(tx, vende)).catch(unlessRefused)
}

async function crearCombo(tx: Tx, autor: Parameters<typeof createProducto>[1]): Promise<void> {
  const partes = await tx
    .selectFrom('producto')
    .select('id')
    .where('empresa_id', '=', autor.empresaId)
    .where('code', 'in', COMBO.partes)
    .orderBy('code')
    .execute()
  // A part was deleted by a user.
  if (partes.length < COMBO.partes.length) return
  const form = { ...COMBO.producto, partes: partes.map(({ id }) => ({ producto_id: id, cantidad: fromUnits(1) })) }
  await createProducto(tx, autor, keyOf(COMBO), form)
}
