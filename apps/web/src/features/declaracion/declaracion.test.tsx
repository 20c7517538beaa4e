import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import type { Casilla, DeclaracionFila, Papel, RentaEstimada } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { held, ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const MENUS = [
  { to: '/declaraciones', label: 'Declaraciones Realizadas' },
  { to: '/comprobante', label: 'Comprobantes' },
]
const LIST = 'GET /app/v1/declaracion/list?anio=2026'
const RENTA = 'GET /app/v1/renta?anio=2026'
const PAPEL = 'GET /app/v1/declaracion/papel?formulario=104&periodo=2026-09'

const fila: DeclaracionFila = {
  formulario: '104',
  periodo: '2026-09',
  nombre: 'Septiembre de 2026',
  desde: '2026-09-01',
  hasta: '2026-09-30',
  vence: '2026-10-26',
  estado: 'CON_DEFECTOS',
  a_pagar: montoOf(180_900_000),
  credito: montoOf(196_660_000),
  declarada_en: null,
  numero_sri: null,
  presentada: null,
  comprada: null,
}
const casilla = (codigo: string, change: Partial<Casilla> = {}): Casilla => ({
  codigo,
  concepto: `Concepto ${codigo}`,
  valor: 0,
  unidad: 'dolares',
  ajuste: 0,
  declarado: null,
  formula: null,
  cifras: null,
  nota: null,
  confianza: 'V',
  abre: 'FUENTE',
  partes: [],
  fuente: 'Ningún documento lo llena: es lo que se escriba como ajuste, con su motivo.',
  enlace: null,
  ajustable: false,
  ...change,
})
const row = (...casillas: Casilla[]) => ({ concepto: casillas[0]?.concepto ?? '', tarifa: null, llena_con: null, casillas })
const papel: Papel = {
  formulario: '104',
  periodo: '2026-09',
  nombre: 'Septiembre de 2026',
  titulo: 'IVA (formulario 104)',
  desde: '2026-09-01',
  hasta: '2026-09-30',
  vence: '2026-10-26',
  fuente: 'Guía',
  estado: 'CON_DIFERENCIAS',
  version: 1,
  huella: 'a'.repeat(64),
  difiere: false,
  cerrado: false,
  meses_cerrados: [],
  secciones: [
    {
      titulo: 'Resumen',
      columnas: ['Valor'],
      filas: [
        row(casilla('499', { valor: montoOf(261_000_000), declarado: montoOf(250_000_000) })),
        row(
          casilla('601', {
            valor: montoOf(11_000_000),
            formula: '499 − 564, si es mayor que cero',
            cifras: '$261.00 − $250.00, si es mayor que cero = $11.00',
            abre: 'CASILLEROS',
            partes: ['499', '564'],
          }),
        ),
        row(casilla('603')),
        row(
          casilla('605', {
            valor: montoOf(40_000_000),
            fuente: 'Es el casillero 615 de agosto de 2026.',
            enlace: '/declaraciones?periodo=2026-08',
          }),
        ),
      ],
    },
  ],
  ajustes: [],
  saldos: { origen: 'DIGITADO', periodo: '2026-08', valores: {} },
  defectos: [
    { codigo: 'pendientes', gravedad: 'AVISA', texto: 'Dos comprobantes esperan.', cuantos: 2, enlace: '/comprobante?tributario=2' },
    { codigo: 'sin_screen', gravedad: 'AVISA', texto: 'Sin lugar.', cuantos: 1, enlace: '/retencion_iva' },
  ],
  presentadas: [
    {
      n: 1,
      declarada_en: '2026-10-15T14:00:00Z',
      usuario: 'ANA',
      sha256: 'b'.repeat(64),
      a_pagar: montoOf(1_000_000),
      numero_sri: null,
      fecha_sri: null,
      con_ats: false,
    },
  ],
  diferencias: [{ codigo: '499', declarado: montoOf(250_000_000), ahora: montoOf(261_000_000) }],
  comprada: null,
}

describe('declarations', () => {
  it('R-2.3.41 are listed by period with state, due date and figures', async () => {
    signedIn({ menus: MENUS }, { [LIST]: ok([fila]) })
    renderApp('/declaraciones?anio=2026')
    const september = await screen.findByRole('region', { name: 'Septiembre de 2026' })
    expect(within(september).getByRole('listitem').textContent).toMatch(/IVA 104.*Con defectos.*26\/10\/2026.*\$180\.90.*\$196\.66/)
    expect(within(september).getByRole('link').getAttribute('href')).toBe('/declaraciones?formulario=104&periodo=2026-09')
  })

  it('those bought as a service say who prepares them, and what the SRI has of them, which is late no more', async () => {
    const comprada = { orden_id: 'o1', orden: 12, numero_sri: null, fecha_sri: null }
    const done = { ...comprada, numero_sri: '870012345678', fecha_sri: '2026-10-20' }
    const filas = [
      { ...fila, comprada },
      {
        ...fila,
        formulario: '103' as const,
        estado: 'DECLARADA' as const,
        declarada_en: '2026-10-20T14:00:00Z',
        numero_sri: done.numero_sri,
        comprada: done,
      },
    ]
    signedIn({ menus: [...MENUS, { to: '/historial_compras', label: 'Historial de Compras' }] }, { [LIST]: ok(filas), [RENTA]: ok(null) })
    renderApp('/declaraciones?anio=2026')
    const [waits, filed] = within(await screen.findByRole('region', { name: 'Septiembre de 2026' })).getAllByRole('listitem')
    expect(waits?.textContent).toMatch(/Con defectos.*Orden 000012.*Comprada · en preparación por Yupana/)
    expect(within(waits!).getByRole('link', { name: 'Orden 000012' }).getAttribute('href')).toBe('/historial_compras?orden=o1')
    expect(filed?.textContent).toMatch(/Declarada.*Vence el 26\/10\/2026 · SRI 870012345678, presentada por Yupana el 20\/10\/2026/)
    expect(filed?.textContent?.split('870012345678')).toHaveLength(2)
  })

  it('the income tax of the year stands above, step by step; who pays it by no table sees nothing of it', async () => {
    const renta: RentaEstimada = {
      anio: 2026,
      hasta: '2026-10-15',
      regimen: 'GENERAL',
      pasos: [
        {
          concepto: 'Ventas sin impuestos',
          monto: montoOf(30_000_000_000),
          como: 'Facturas menos notas',
          enlace: '/dashboard/documentos?reporte=ventas',
        },
        { concepto: 'Impuesto causado', monto: montoOf(1_907_000_000), como: '$1,412.00 por los primeros $26,700.00', enlace: null },
      ],
      a_pagar: montoOf(-50_000_000),
      a_diciembre: montoOf(120_000_000),
      fuente: 'Tabla del art. 36 de la LRTI para 2026',
      notas: ['Es una estimación'],
    }
    signedIn({ menus: MENUS }, { [LIST]: ok([fila]), [RENTA]: ok(renta) })
    renderApp('/declaraciones?anio=2026')
    const card = await screen.findByRole('region', { name: 'Impuesto a la renta estimado de 2026' })
    expect(card.textContent).toMatch(/\$50\.00 a su favor con lo que va hasta el 15\/10\/2026.*Si el año sigue igual: \$120\.00 a pagar/)
    expect(within(card).getByRole('link', { name: 'Ventas sin impuestos', hidden: true }).getAttribute('href')).toBe(
      '/dashboard/documentos?reporte=ventas',
    )
    expect(card.textContent).toMatch(/\$1,412\.00 por los primeros.*Fuente: Tabla del art\. 36 de la LRTI para 2026\./)
  })

  it('a paper that the installation filed names it, and the order', async () => {
    const comprada = { orden_id: 'o1', orden: 12, numero_sri: '870012345678', fecha_sri: '2026-10-20' }
    const presentadas = papel.presentadas.map((one) => ({ ...one, usuario: '', numero_sri: '870012345678', fecha_sri: '2026-10-20' }))
    signedIn({ menus: MENUS }, { [PAPEL]: ok({ ...papel, presentadas, comprada }) })
    renderApp('/declaraciones?formulario=104&periodo=2026-09')
    const estado = await screen.findByRole('region', { name: 'Estado' })
    expect(estado.textContent).toMatch(/La presentó Yupana\. Orden 000012.*Original.*, Yupana.*SRI 870012345678, 20\/10\/2026/)
  })

  it('a paper says what stands in the way, what changed since, and opens the boxes of a formula', async () => {
    signedIn({ menus: MENUS }, { [PAPEL]: ok(papel) })
    const { user } = renderApp('/declaraciones?formulario=104&periodo=2026-09')
    const defects = await screen.findByRole('region', { name: 'Antes de declarar' })
    expect(
      within(defects)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/comprobante?tributario=2'])
    expect(screen.getByRole('region', { name: 'Cambió desde que se declaró' }).textContent).toContain('$250.00 → $261.00')
    expect(screen.queryByRole('button', { name: /^Casillero 603,/ })).toBeNull()
    await user.click(screen.getByLabelText('Mostrar también los casilleros en cero'))
    await screen.findByRole('button', { name: /^Casillero 603,/ })
    await user.click(screen.getByRole('button', { name: /^Casillero 601,/ }))
    const box = await screen.findByRole('dialog', { name: 'Casillero 601' })
    expect(box.textContent).toContain('$261.00 − $250.00, si es mayor que cero = $11.00')
    await user.click(within(box).getByRole('button', { name: /^499/ }))
    expect((await screen.findByRole('dialog', { name: 'Casillero 499' })).textContent).toContain('Se declaró $250.00.')
  })

  it('a balance leads to the paper it comes from, and a line of the ATS opens into its documents', async () => {
    const ats = casilla('compras_iva', { concepto: 'Monto de IVA', valor: montoOf(9_000_000), abre: 'DOCUMENTOS', fuente: null })
    const documento = {
      ...{
        id: 'c1',
        origen: 'COMPRA',
        tipo: '01',
        numero: '001-001-000000007',
        fecha: '2026-09-03',
        identificacion: '1',
        nombre: 'PROVEEDOR',
      },
      ...{ valor: 9_000_000, marca: null },
    }
    const secciones = [...papel.secciones, { titulo: 'Compras', columnas: ['Valor'], filas: [row(ats)] }]
    const CASILLERO = 'GET /app/v1/declaracion/casillero?formulario=104&periodo=2026-09&casillero=compras_iva&page=0&size=10'
    const listing = { content: [documento], totalElements: 1, totalPages: 1, number: 0, size: 10, exact: true }
    signedIn({ menus: MENUS }, { [PAPEL]: ok({ ...papel, secciones }), [CASILLERO]: ok(listing) })
    const { user } = renderApp('/declaraciones?formulario=104&periodo=2026-09')
    await user.click(await screen.findByRole('button', { name: /^Casillero 605,/ }))
    const saldo = await screen.findByRole('dialog', { name: 'Casillero 605' })
    expect(within(saldo).getByRole('link', { name: 'Ver ese papel' }).getAttribute('href')).toBe('/declaraciones?periodo=2026-08')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Monto de IVA: $9.00' }))
    const box = await screen.findByRole('dialog', { name: 'Talón resumen' })
    expect((await within(box).findByRole('row', { name: /001-001-000000007/ })).textContent).toContain('$9.00')
  })

  it('a filed paper whose month is open again and did not change is closed again, in words of its own', async () => {
    const abierta: Papel = { ...papel, estado: 'DECLARADA', diferencias: [] }
    const cerrar = 'POST /app/v1/declaracion/declarar'
    const calls = signedIn(
      { menus: MENUS, collections: ['declaracion:presentar'] },
      { [PAPEL]: ok(abierta), [cerrar]: ok({ ...abierta, cerrado: true }) },
    )
    const { user } = renderApp('/declaraciones?formulario=104&periodo=2026-09')
    await user.click(await screen.findByRole('button', { name: 'Cerrar de nuevo' }))
    const dialog = await screen.findByRole('dialog', { name: '¿Cerrar de nuevo el período?' })
    expect(dialog.textContent).toContain('nada cambió desde que se declaró')
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar de nuevo' }))
    await waitFor(() => expect(calls.map(({ route }) => route)).toContain(cerrar))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cerrar de nuevo' })).toBeNull())
  })

  it('of a semester that is closed in part, says which months are, and offers to open those', async () => {
    const parcial: Papel = {
      ...papel,
      periodo: '2026-S1',
      nombre: 'Primer semestre de 2026',
      desde: '2026-01-01',
      hasta: '2026-06-30',
      meses_cerrados: ['2026-01', '2026-03'],
    }
    signedIn({ menus: MENUS, collections: ['declaracion:presentar'] }, { [PAPEL.replace('2026-09', '2026-S1')]: ok(parcial) })
    const { user } = renderApp('/declaraciones?formulario=104&periodo=2026-S1')
    expect(await screen.findByText(/^Están cerrados enero de 2026 y marzo de 2026: sus compras no cambian\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Registrar sustitutiva' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reabrir el período' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Reabrir los meses cerrados' }))
    expect(await screen.findByRole('dialog', { name: 'Reabrir primer semestre de 2026' })).toBeTruthy()
  })

  it('only who administers is offered to open it again', async () => {
    signedIn(
      { menus: MENUS, collections: ['declaracion:presentar'], rol: { id: 4, name: 'EMPLEADO' } },
      { [PAPEL]: ok({ ...papel, cerrado: true, meses_cerrados: ['2026-09'] }) },
    )
    renderApp('/declaraciones?formulario=104&periodo=2026-09')
    expect(await screen.findByRole('button', { name: 'Saldos y opciones' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reabrir el período' })).toBeNull()
  })

  it('offers the files that were filed beside the draft of today, and takes each once however often it is pressed', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    const file = 'GET /app/v1/declaracion/papel/exportar?formulario=104&periodo=2026-09&formato=pdf'
    const { reply, letGo } = held({ body: '%PDF-' })
    const presentadas = papel.presentadas.map((one) => ({ ...one, con_ats: true }))
    const calls = signedIn(
      { menus: MENUS },
      { [PAPEL]: ok({ ...papel, presentadas }), [`${file}&presentada=1`]: reply, [file]: { body: '' } },
    )
    const { user } = renderApp('/declaraciones?formulario=104&periodo=2026-09')
    const filed = await screen.findByRole('region', { name: 'Archivos presentados' })
    expect(within(filed).getByRole('button', { name: 'ATS presentado, original' })).toBeTruthy()
    const button = within(filed).getByRole('button', { name: 'PDF presentado, original' })
    await user.dblClick(button)
    const busy = await within(filed).findByRole('button', { name: 'Preparando…' })
    expect([busy.hasAttribute('disabled'), busy.getAttribute('aria-busy')]).toEqual([true, 'true'])
    await user.click(busy)
    letGo()
    await within(filed).findByRole('button', { name: 'PDF presentado, original' })
    await user.click(within(screen.getByRole('region', { name: 'Borrador de hoy' })).getByRole('button', { name: 'Papel .pdf' }))
    const asked = () => calls.map(({ route }) => route).filter((route) => route.includes('/exportar'))
    await waitFor(() => expect(asked()).toEqual([`${file}&presentada=1`, file]))
  })

  it('the list offers the files of each filed one', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    const ats = 'GET /app/v1/declaracion/ats?periodo=2026-09&presentada=2'
    const filed = { ...fila, formulario: 'ATS' as const, estado: 'DECLARADA' as const, declarada_en: '2026-10-20T14:00:00Z' }
    const filas = [fila, { ...filed, presentada: { n: 2, con_ats: true } }]
    const calls = signedIn({ menus: MENUS }, { [LIST]: ok(filas), [ats]: { body: 'PK' } })
    const { user } = renderApp('/declaraciones?anio=2026')
    const [draft, done] = within(await screen.findByRole('region', { name: 'Septiembre de 2026' })).getAllByRole('listitem')
    expect(within(draft!).queryByRole('button')).toBeNull()
    expect(
      within(done!)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['PDF', 'Excel', 'ATS'])
    await user.click(within(done!).getByRole('button', { name: 'ATS presentado, sustitutiva 1' }))
    await waitFor(() => expect(calls.map(({ route }) => route)).toContain(ats))
  })

  it('a defect opens just the documents that it counts, each where it is mended', async () => {
    const enlace = '/declaraciones?formulario=104&periodo=2026-09&defecto=recibidos_nuevos'
    const defecto = { codigo: 'recibidos_nuevos', gravedad: 'AVISA' as const, texto: 'Dos sin registrar.', cuantos: 2, enlace }
    const documento = {
      id: 'd1',
      tipo: '01',
      numero: '001-001-000000001',
      fecha: '2026-09-10',
      identificacion: '1790012345001',
      nombre: 'PROVEEDOR',
    }
    const list = 'GET /app/v1/declaracion/defecto?formulario=104&periodo=2026-09&codigo=recibidos_nuevos&page=0&size=10'
    const content = [
      { ...documento, origen: 'RECIBIDO' },
      { ...documento, id: 'd2', origen: 'RECIBIDO', tipo: '07' },
      { ...documento, id: 'd3', origen: 'DOCUMENTO' },
    ]
    const menus = [...MENUS, { to: '/documento/compra', label: 'Compras' }]
    signedIn({ menus }, { [PAPEL]: ok({ ...papel, defectos: [defecto] }), [list]: page(content) })
    const { user } = renderApp('/declaraciones?formulario=104&periodo=2026-09')
    const defects = await screen.findByRole('region', { name: 'Antes de declarar' })
    await user.click(within(defects).getByRole('link', { name: 'Ver' }))
    const dialog = await screen.findByRole('dialog', { name: 'Lo que falta corregir' })
    const links = await within(dialog).findAllByRole('link')
    // Without the screen of withholdings the user reads about one, without a link.
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/documento/compra/registro?recibido=d1', '/comprobante/d3'])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
