import '../../testing/browser-stubs.ts'

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { changeOf } from '../../domain/cifras/cifra-card.tsx'
import { ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'
import { moveOf } from './top-page.tsx'

const MENUS = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/top_productos', label: 'Top Productos' },
]
const parte = (clave: string, total: number) => ({ clave, nombre: clave, documentos: 1, total })
const cifra = { documentos: 2, neto: 20_000_000, iva: 3_000_000, total: 23_000_000 }
const CIFRAS = {
  rango: { desde: '2026-10-01', hasta: '2026-10-31' },
  actual: cifra,
  en_espera: { documentos: 1, total: 3_000_000 },
  anterior: { rango: { desde: '2026-09-01', hasta: '2026-09-30' }, cifra: { ...cifra, total: 46_000_000 } },
  serie: [parte('2026-10-01', 23_000_000), parte('2026-10-02', 0)],
  cortes: [
    { corte: 'establecimiento', partes: [{ ...parte('001', 23_000_000), nombre: 'Establecimiento 001' }] },
    { corte: 'vendedor', partes: [] },
    {
      corte: 'cliente',
      partes: [
        { ...parte('1790012345001', 23_000_000), nombre: 'COMERCIAL ANDINA' },
        { ...parte('resto', 1), nombre: 'Los demás' },
      ],
    },
    { corte: 'categoria', partes: [{ ...parte('', 20_000_000), nombre: 'Sin categoría' }] },
  ],
  saldo: 7_000_000,
  margen: { actual: { venta: 20_000_000, costo: 12_000_000 }, anterior: { venta: 10_000_000, costo: 6_000_000 } },
}
const ask = (periodo: number, fecha: string, tipo = 1) =>
  `GET /app/v1/cifras?periodo=${periodo}&fecha=${encodeURIComponent(fecha)}&tipo=${tipo}`

describe('the dashboard', () => {
  it('R-2.3.2 every figure, bar and row opens the documents that it counts', async () => {
    signedIn({ menus: MENUS }, { [ask(3, '2026-10-01')]: ok(CIFRAS) })
    renderApp('/dashboard?periodo=3&fecha=2026-10-01')
    const total = await screen.findByRole('link', { name: /^Total ?\$23.00 ?−50 % antes \$46.00, 1 al 30 de septiembre$/ })
    expect(total.getAttribute('href')).toBe('/dashboard/documentos?reporte=ventas&desde=2026-10-01&hasta=2026-10-31')
    expect(
      screen.getByRole('link', { name: /^Margen de lo que salió de bodega ?\$8.00 ?\+100 % antes \$4.00/ }).getAttribute('href'),
    ).toMatch(/reporte=ventas_margen&/)
    expect(screen.getByRole('link', { name: /^Por cobrar hoy ?\$7.00$/ }).getAttribute('href')).toBe('/comprobante/cobrar')
    const categorias = within(screen.getByRole('region', { name: 'Por categoría, sin impuestos' }))
    expect(categorias.getByRole('link', { name: 'Sin categoría' }).getAttribute('href')).toMatch(
      /reporte=ventas&.*corte=categoria&clave=ninguno-de-los-que-hay$/,
    )
    expect(screen.getByText('octubre de 2026')).toBeDefined()
    expect(screen.getByRole('link', { name: '01/10/2026' }).getAttribute('href')).toMatch(/desde=2026-10-01&hasta=2026-10-01$/)
    const clientes = within(screen.getByRole('region', { name: 'Por cliente' }))
    expect(clientes.getByRole('link', { name: 'COMERCIAL ANDINA' }).getAttribute('href')).toMatch(
      /reporte=ventas&.*&corte=cliente&clave=1790012345001$/,
    )
    expect(clientes.getByRole('link', { name: 'Los demás' }).getAttribute('href')).toMatch(/&corte=cliente&clave=resto$/)
    expect(
      screen.getByText(/Incluye un comprobante que espera la autorización del SRI, por \$3\.00: la declaración no lo cuenta/),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'Ver lo que espera' }).getAttribute('href')).toMatch(
      /reporte=ventas&desde=2026-10-01&hasta=2026-10-31&corte=espera&clave=SI$/,
    )
  })

  it('goes to the neighbours of a period, and another period keeps the day', async () => {
    const calls = signedIn(
      { menus: MENUS },
      {
        [ask(3, '2026-10-01')]: ok(CIFRAS),
        [ask(3, '2026-09-01')]: ok(CIFRAS),
        [ask(2, '2026-09-28,2026-10-04')]: ok(CIFRAS),
        [ask(2, '2026-09-28,2026-10-04', 2)]: ok(CIFRAS),
      },
    )
    const { user } = renderApp('/dashboard?periodo=3&fecha=2026-10-01')
    const isTotalWorse = () => screen.getByRole('link', { name: /^Total/ }).querySelector('[data-worse]') !== null
    await user.click(await screen.findByRole('button', { name: 'Período anterior' }))
    expect(await screen.findByText('septiembre de 2026')).toBeDefined()
    expect(isTotalWorse()).toBe(true)
    await user.selectOptions(screen.getByLabelText('Período'), 'Semanal')
    await user.selectOptions(screen.getByLabelText('Ver'), 'Gastos')
    await waitFor(() => expect(calls.at(-1)?.route).toBe(ask(2, '2026-09-28,2026-10-04', 2)))
    expect(await screen.findByText('28 de septiembre al 4 de octubre')).toBeDefined()
    // Less was spent: no bad news.
    await waitFor(() => expect(isTotalWorse()).toBe(false))
  })

  it('says when the figures cannot be read, and tries again', async () => {
    signedIn({ menus: MENUS }, { [ask(3, '2026-10-01')]: [refusal(500, { status: '500', msg: 'x', data: [] }), ok(CIFRAS)] })
    const { user } = renderApp('/dashboard?periodo=3&fecha=2026-10-01')
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('IVA')).toBeDefined()
  })

  it.each([
    [3, 2, '+50 %'],
    [2, 3, '−33.3 %'],
    [2, 2, '0 %'],
    [2, 0, undefined],
  ])('%i beside %i is %s', (now, before, text) => expect(changeOf(now, before)).toBe(text))
})

describe('the products that sell', () => {
  const producto = (nombre: string, antes: number | null) => ({
    producto_id: null,
    codigo: null,
    nombre,
    cantidad: 3_000_000,
    total: 30_000_000,
    margen: null,
    antes,
  })

  it('R-2.3.3 stand in their place, beside the one before', async () => {
    signedIn(
      { menus: MENUS },
      {
        'GET /app/v1/cifras/productos?periodo=3&fecha=2026-10-01&orden=total': ok({
          rango: CIFRAS.rango,
          anterior: CIFRAS.anterior.rango,
          productos: [producto('RESMA', 3), producto('LÁPIZ', null)],
          sin_ventas: [producto('BORRADOR', 1)],
        }),
      },
    )
    renderApp('/top_productos?fecha=2026-10-01')
    const table = within(await screen.findByRole('region', { name: 'Los más vendidos' }))
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual(['1RESMA3$30.00Subió 2', '2LÁPIZ3$30.00Nuevo'])
    expect(screen.getByRole('region', { name: /^Se vendieron del 1 al 30 de septiembre/ })).toBeDefined()
  })

  it.each([
    [1, 1, 'Igual'],
    [3, 1, 'Bajó 2'],
  ])('place %i after %i: %s', (place, before, text) => expect(moveOf(place, before)).toBe(text))
})
