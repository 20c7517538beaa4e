import { randomUUID } from 'node:crypto'
import {
  creditoOfCliente,
  createCompra,
  createPago,
  createPersona,
  createRetencionRecibida,
  createSaldoInicial,
  deletePersona,
  editPersona,
  exemptRecordatorio,
  lastFactura,
  previewUnion,
  readPersonaConocida,
  readRecordatoriosDePersona,
  readReporte,
  readUniones,
  searchCompra,
  searchComprobante,
  searchCuenta,
  searchDeudor,
  searchEstadoCuenta,
  searchPago,
  searchPersona,
  type AsientoFila,
  type Collection,
  type CreditoCliente,
  type Cuenta,
  type Deudor,
  type Persona,
  type PersonaConocida,
  type RecordatoriosDePersona,
  type ReporteLeido,
  type UnionesPersona,
  type UnionPropuesta,
} from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { dicho, fichasOf, identidadOf, key, ok } from '../../testing/fichas.ts'
import { compraForm, retencionRecibidaForm } from '../../testing/matrix-muestras.ts'
import { onServer } from '../../testing/test-server.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2020-01-01', valor: 'GENERAL' }] })
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  token = (await app.signIn(usuario.username)).token
})

const usd = fromUnits
const { crear, dos, unir, separar, leer, vender, lista, violaciones } = fichasOf(() => ({ app, token }))
const personas = (q?: string) => lista<Persona>(searchPersona, q === undefined ? {} : { q })
const documentos = async (id: string) =>
  (await lista<{ numero: string }>(searchComprobante, { persona_id: id })).map(({ numero }) => numero).toSorted()
const cuentas = (id: string) => lista<Cuenta>(searchCuenta, { sentido: 'COBRAR', estado: 'TODAS', persona_id: id })
const saldo = async (id: string) => (await cuentas(id)).reduce((all, { saldo: one }) => all + one, 0) / usd(1)
const deudores = () => lista<Deudor>(searchDeudor, { sentido: 'COBRAR' })
/** Every stored row about people and debts, except versions and times. */
const estado = async () => {
  const { rows } = await sql`
    select to_jsonb(p) - array['version', 'editada_en'] as fila from persona p where empresa_id = ${empresa.id}
     union all select to_jsonb(c) from cuenta c where empresa_id = ${empresa.id}
     union all select to_jsonb(b) from busqueda b where empresa_id = ${empresa.id} and tipo = 'persona'
     union all select to_jsonb(x) from recordatorio_exento x where empresa_id = ${empresa.id}
     order by 1`.execute(app.owner)
  return rows
}

describe('two records of one person', () => {
  it('become one that has everything of both, and stays as it is named', async () => {
    const { queda, otra } = await dos()
    const una = await vender(queda, 10)
    const dosFacturas = await vender(otra, 7)
    const [cuenta] = await cuentas(otra.id)
    await ok(
      app.call(createPago, {
        token,
        headers: key(),
        body: {
          sentido: 'COBRAR',
          aplicaciones: [{ cuenta_id: cuenta?.id, valor: usd(2), a_favor: false }],
          metodos: [{ metodo: 'EFECTIVO', valor: usd(2) }],
        },
      }),
    )
    const propuesta = await ok(app.call<UnionPropuesta>(previewUnion, { token, params: { id: queda.id }, query: { otra_id: otra.id } }))
    expect(propuesta.mueve).toMatchObject({ documentos: 1, pagos: 1, cuentas: 1, por_cobrar: usd(5), por_pagar: 0 })
    const after = await ok(unir(queda, otra))
    const { version: _v, editada_en: _e, ...shown } = propuesta.queda
    expect(after).toMatchObject(shown)
    expect(after).toMatchObject({
      razon_social: 'COMERCIAL ANDES',
      identificacion: queda.identificacion,
      roles: ['cliente', 'proveedor'],
      correos: ['a@ejemplo.ec', 'b@ejemplo.ec'],
      telefonos: ['0991111111', '0992222222'],
      direccion: 'Quito',
      direcciones: [{ nombre: 'Bodega', direccion: 'Ambato' }],
      dias_credito: 30,
      limite_credito: usd(500),
      lista_precios: 2,
    })
    expect((await personas()).map(({ id }) => id)).toEqual([queda.id])
    for (const q of ['duplicada', otra.identificacion, 'andes'])
      expect(
        (await personas(q)).map(({ id }) => id),
        q,
      ).toEqual([queda.id])
    const both = [una.numero, dosFacturas.numero].toSorted()
    for (const { id } of [queda, otra]) expect(await documentos(id)).toEqual(both)
    for (const q of [queda.identificacion, otra.identificacion])
      expect((await lista<{ numero: string }>(searchComprobante, { q })).map(({ numero }) => numero).toSorted(), q).toEqual(both)
    expect(await saldo(queda.id)).toBe(15)
    expect(await deudores()).toMatchObject([{ persona_id: queda.id, saldo: usd(15) }])
    expect(await lista<AsientoFila>(searchEstadoCuenta, { sentido: 'COBRAR', persona_id: queda.id })).toHaveLength(3)
    expect(await lista(searchPago, { sentido: 'COBRAR', persona_id: queda.id })).toHaveLength(1)
    expect(await lista(searchPago, { sentido: 'COBRAR', q: 'comercial' })).toHaveLength(1)
    for (const { id } of [queda, otra])
      expect(await ok(app.call<CreditoCliente>(creditoOfCliente, { token, query: { persona_id: id } }))).toMatchObject({
        debe: usd(15),
        lista: 2,
      })
    expect(await ok(app.call<UnionesPersona>(readUniones, { token, params: { id: queda.id } }))).toMatchObject({
      en: null,
      unidas: [{ id: otra.id, identificacion: otra.identificacion }],
    })
    expect(await ok(app.call<UnionesPersona>(readUniones, { token, params: { id: otra.id } }))).toMatchObject({ en: { id: queda.id } })
    expect(await violaciones()).toEqual([])
  })

  it('are two again exactly as they were, and what was done since stays with the one that stayed', async () => {
    const { queda, otra } = await dos()
    await vender(queda, 10)
    await vender(otra, 7)
    await ok(app.call(exemptRecordatorio, { token, params: { id: otra.id }, body: { exento: true } }))
    const before = await estado()
    await ok(unir(queda, otra))
    expect((await ok(app.call<RecordatoriosDePersona>(readRecordatoriosDePersona, { token, params: { id: queda.id } }))).exento).toBe(true)
    await ok(separar(otra))
    expect(await estado()).toEqual(before)

    await ok(unir(queda, otra))
    // Typed with the merged identification: the document keeps it, the debt belongs to the record that stayed.
    const tercera = await vender(otra, 3)
    const row = await app.owner.selectFrom('documento').selectAll().where('id', '=', tercera.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ persona_id: queda.id, receptor_identificacion: otra.identificacion })
    expect(await deudores()).toMatchObject([{ persona_id: queda.id, saldo: usd(20) }])
    const joined = await leer(queda.id)
    const { id: _id, version, creada_en: _c, editada_en: _e, unida_a: _u, ...form } = joined
    const { status } = await app.call(editPersona, {
      token,
      params: { id: queda.id },
      body: {
        ...form,
        version,
        nombre_comercial: form.nombre_comercial ?? undefined,
        direccion: 'Loja',
        correos: [...form.correos, 'c@ejemplo.ec'],
      },
    })
    expect(status).toBe(200)
    expect((await personas(otra.identificacion)).map(({ id }) => id)).toEqual([queda.id])
    await ok(separar(otra))
    expect([await saldo(queda.id), await saldo(otra.id)]).toEqual([13, 7])
    expect(await documentos(queda.id)).toHaveLength(2)
    expect(await leer(queda.id)).toMatchObject({
      direcciones: [],
      direccion: 'Loja',
      correos: ['a@ejemplo.ec', 'c@ejemplo.ec'],
      roles: ['cliente'],
    })
    expect((await personas()).map(({ id }) => id).toSorted()).toEqual([queda.id, otra.id].toSorted())
    expect(await violaciones()).toEqual([])
  })

  it('a voucher of withholding by either identification takes off what is owed under the other', async () => {
    const queda = await crear({ tipo_identificacion: '04', identificacion: '1712345675001', razon_social: 'BUENA' })
    const otra = await crear({ tipo_identificacion: '06', identificacion: 'PA400', razon_social: 'MALA' })
    const { numero } = await vender(otra, 100)
    await ok(
      app.call(createSaldoInicial, {
        token,
        headers: key(),
        body: { sentido: 'COBRAR', persona_id: otra.id, tipo: '01', numero: '009-009-000000009', fecha: '2026-05-01', valor: usd(50) },
      }),
    )
    await ok(unir(queda, otra))
    const linea = { ...retencionRecibidaForm.lineas[0], impuesto: '1', codigo: '312', base: usd(10), porcentaje: usd(2), valor: 200_000 }
    const { diferencias } = await ok(
      app.call<{ diferencias: { message: string }[] }>(createRetencionRecibida, {
        token,
        headers: key(),
        body: {
          ...retencionRecibidaForm,
          fecha_emision: '2026-06-15',
          lineas: [
            { ...linea, numero },
            { ...linea, numero: '009-009-000000009' },
          ],
        },
      }),
    )
    expect(diferencias.map(({ message }) => message).filter((message) => message.includes('otro cliente'))).toEqual([])
    expect(await saldo(queda.id)).toBe(149.6)
    expect(await ok(app.call(lastFactura, { token, query: { persona_id: queda.id } }))).not.toBeNull()
    expect(await violaciones()).toEqual([])
  })

  it('the one merged away is chosen, edited and deleted no more, and its identification is nobody else’s', async () => {
    const { queda, otra } = await dos()
    await ok(unir(queda, otra))
    const { id: _id, creada_en: _c, editada_en: _e, unida_a: _u, nombre_comercial: _n, ...form } = await leer(otra.id)
    expect(await dicho(app.call(editPersona, { token, params: { id: otra.id }, body: form }))).toContain('422 No se puede editar')
    for (const { id } of [queda, otra])
      expect(await dicho(app.call(deletePersona, { token, params: { id } }))).toContain('Deshaga antes esa unión')
    const { version: _v, ...nueva } = form
    expect(await dicho(app.call(createPersona, { token, headers: key(), body: nueva }))).toBe(
      `422 Ya existe una persona con la identificación ${otra.identificacion}: la ficha ${otra.razon_social} (${otra.identificacion}) está unida a ${queda.razon_social} (${queda.identificacion}).`,
    )
    const { tipo_identificacion, identificacion } = otra
    const conocida = await ok(app.call<PersonaConocida>(readPersonaConocida, { token, query: { tipo_identificacion, identificacion } }))
    expect(conocida.persona).toMatchObject({ id: queda.id })
    await ok(separar(otra))
    expect(await leer(otra.id)).toMatchObject({ unida_a: null, identificacion })
  })
})

describe('chains', () => {
  it('A into B into C show one, and come apart the last first', async () => {
    const [a, b, c] = [await crear({ razon_social: 'UNO' }), await crear({ razon_social: 'DOS' }), await crear({ razon_social: 'TRES' })]
    for (const [de, valor] of [
      [a, 1],
      [b, 2],
      [c, 4],
    ] as const)
      await vender(de, valor)
    const before = await estado()
    await ok(unir(b, a))
    const between = await estado()
    await ok(unir(c, b))
    expect((await personas('uno')).map(({ id }) => id)).toEqual([c.id])
    expect(await saldo(c.id)).toBe(7)
    expect(await documentos(a.id)).toHaveLength(3)
    await vender(a, 8)
    expect(await deudores()).toMatchObject([{ persona_id: c.id, saldo: usd(15) }])
    expect(await dicho(separar(a))).toBe(`422 DOS (${b.identificacion}) se unió después a otra ficha. Deshaga antes esa unión.`)
    expect(await dicho(unir(b, a))).toContain('ya está unida a otra ficha. Abra la que quedó')
    expect(await dicho(unir(c, a))).toContain('422')
    await ok(separar(b))
    expect([await saldo(c.id), await saldo(b.id), await saldo(a.id)]).toEqual([12, 3, 3])
    expect((await estado()).length).toBe(between.length + 1)
    await ok(separar(a))
    expect([await saldo(c.id), await saldo(b.id), await saldo(a.id)]).toEqual([12, 2, 1])
    expect((await estado()).length).toBe(before.length + 1)
    expect(await violaciones()).toEqual([])
  })
})

describe('what cannot become one', () => {
  it('says why, and changes nothing', async () => {
    const { queda, otra } = await dos()
    const ajena = await buildEmpresa(app)
    const foreign = await crear({}, await tokenOfNew(app, { empresas: [ajena] }))
    const before = await estado()
    expect(await dicho(unir(queda, queda))).toBe('422 Elija otra ficha: una ficha no se une consigo misma.')
    expect((await unir(queda, foreign)).status).toBe(404)
    expect((await unir(foreign, queda)).status).toBe(404)
    expect((await unir(queda, { id: randomUUID() })).status).toBe(404)
    expect((await separar(foreign)).status).toBe(404)
    expect(await dicho(separar(otra))).toBe('422 Esta ficha no está unida a otra: su unión ya se deshizo.')
    expect(await estado()).toEqual(before)
    await ok(unir(queda, otra))
    expect(await dicho(unir(queda, otra))).toBe(`422 ${otra.razon_social} (${otra.identificacion}) ya está unida a esta ficha.`)
    await ok(separar(otra))
    expect(await dicho(separar(otra))).toContain('su unión ya se deshizo')
  })

  it('asks for the right to edit and the right to delete', async () => {
    const { queda, otra } = await dos()
    const withRights = async (...collections: Collection[]) => {
      const seller = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
      await app.owner.updateTable('usuario_empresa').set({ collections }).where('usuario_id', '=', seller.id).execute()
      return (await app.signIn(seller.username)).token
    }
    for (const right of ['persona:editar', 'persona:eliminar'] as const) {
      const as = await withRights(right)
      expect((await unir(queda, otra, key(), as)).status).toBe(403)
    }
    expect((await unir(queda, otra, key(), await withRights('persona:editar', 'persona:eliminar', 'persona:credito'))).status).toBe(200)
  })

  it('one key merges once, and another body under it is refused', async () => {
    const { queda, otra } = await dos()
    const headers = key()
    const [one, two] = [await ok(unir(queda, otra, headers)), await ok(unir(queda, otra, headers))]
    expect(two).toEqual(one)
    expect((await unir(otra, queda, headers)).status).toBe(422)
    expect((await unir(queda, otra, {} as ReturnType<typeof key>)).status).toBe(422)
  })
})

describe('at the same instant', () => {
  it('two unions of one pair, even crosswise, leave one', async () => {
    const { queda, otra } = await dos()
    const answers = await Promise.all([unir(queda, otra), unir(otra, queda), unir(queda, otra)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect(await personas()).toHaveLength(1)
  })

  it('a sale to the one that is being merged away is of the one that stays', async () => {
    const { queda, otra } = await dos()
    await vender(otra, 7)
    const [debida] = await cuentas(otra.id)
    // The union has locked the people and waits for an account; the sale waits for the union.
    const { uniendo, vendiendo } = await app.owner.transaction().execute(async (tx) => {
      await sql`select 1 from cuenta where empresa_id = ${empresa.id} and id = ${debida?.id} for update`.execute(tx)
      const joining = unir(queda, otra)
      await untilWaiting(app)
      const selling = vender(otra, 5)
      await untilWaiting(app, 2)
      return { uniendo: joining, vendiendo: selling }
    })
    await ok(uniendo)
    const { id } = await vendiendo
    const row = await app.owner.selectFrom('documento').select('persona_id').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.persona_id).toBe(queda.id)
    expect(await deudores()).toMatchObject([
      { persona_id: queda.id, tercero_clave: `EC:${queda.identificacion.slice(0, 10)}`, saldo: usd(12) },
    ])
    await ok(separar(otra))
    expect([await saldo(queda.id), await saldo(otra.id)]).toEqual([5, 7])
  })

  it('sales, payments and unions together end in one person with everything', async () => {
    const { queda, otra } = await dos()
    await vender(otra, 5)
    await Promise.all([
      vender(otra, 1),
      vender(queda, 2),
      unir(queda, otra).then(({ status }) => expect(status).toBe(200)),
      vender(otra, 4),
    ])
    expect(await saldo(queda.id)).toBe(12)
    expect(await deudores()).toMatchObject([{ persona_id: queda.id, saldo: usd(12) }])
    expect(await violaciones()).toEqual([])
  })
})

describe('what comes by the identification that was merged away', () => {
  it('is of the one that stayed: a purchase, and what the report of clients counts', async () => {
    const { queda, otra } = await dos()
    await vender(queda, 10)
    await vender(otra, 7)
    const proveedor = { ...compraForm.proveedor, ...identidadOf(otra) }
    const antes = await ok(
      app.call<{ id: string }>(createCompra, { token, headers: key(), body: { ...compraForm, proveedor, tipo_sujeto: '01' } }),
    )
    await ok(unir(queda, otra))
    const despues = await ok(
      app.call<{ id: string }>(createCompra, {
        token,
        headers: key(),
        body: { ...compraForm, proveedor, tipo_sujeto: '01', numero: '001-001-000000002' },
      }),
    )
    for (const { id } of [queda, otra])
      expect((await lista<{ id: string }>(searchCompra, { persona_id: id })).map((compra) => compra.id).toSorted()).toEqual(
        [antes.id, despues.id].toSorted(),
      )
    const rows = await app.owner.selectFrom('compra').select('persona_id').where('id', '=', despues.id).execute()
    expect(rows).toEqual([{ persona_id: queda.id }])
    const { content } = await ok(
      app.call<ReporteLeido>(readReporte, {
        token,
        query: { reporte: 'ventas_cliente', desde: '2026-01-01', hasta: '2026-12-31', page: '0', size: '50' },
      }),
    )
    expect(content.map(({ celdas }) => celdas)).toEqual([expect.arrayContaining([queda.identificacion, queda.razon_social, 2, usd(17)])])
    expect(await violaciones()).toEqual([])
  })
})

describe('a server that dies in the middle', () => {
  it('leaves two, and the same key merges them afterwards', async () => {
    const { queda, otra } = await dos()
    await vender(otra, 7)
    const before = await estado()
    const [debida] = await cuentas(otra.id)
    const headers = key()
    const { adminUrl } = inject('testServer')
    const dying = await app.owner.transaction().execute(async (tx) => {
      await sql`select 1 from cuenta where empresa_id = ${empresa.id} and id = ${debida?.id} for update`.execute(tx)
      const joining = unir(queda, otra, headers)
      await untilWaiting(app)
      const { rows } = await sql<{ datname: string }>`select current_database() as datname`.execute(tx)
      await onServer(
        adminUrl,
        `select pg_terminate_backend(pid) from pg_locks where not granted
           and pid in (select pid from pg_stat_activity where datname = '${rows[0]?.datname}')`,
      )
      return joining.then(({ status }) => status)
    })
    expect(dying).not.toBe(200)
    expect(await estado()).toEqual(before)
    await ok(unir(queda, otra, headers))
    expect(await deudores()).toMatchObject([{ persona_id: queda.id, saldo: usd(7) }])
  })
})
