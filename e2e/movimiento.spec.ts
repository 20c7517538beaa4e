import type { Page } from '@playwright/test'

import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, test, WIDTHS } from './support/test.ts'

/** A product with a stock, by the API: its screen has a journey of its own. */
const productoConStock = (page: Page, code: string, name: string) =>
  page.evaluate(
    async (body) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
      const answer = await fetch('/app/productos/create', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
        body: JSON.stringify(body),
      })
      return ((await answer.json()) as { data: { id: string } }).data.id
    },
    { code, name, type_product: 'PRODUCTO', iva: 6, price: 5_000_000, manage_inventory: true },
  )

test('R-1.6 R-2.3.35 R-2.3.36 by keyboard alone: a warehouse, an entry, a transfer on its way, its receipt and the kardex', async ({
  page,
}) => {
  test.slow()
  await signIn(page, CONTADORA)
  const mark = `${Date.now()}`
  const nombre = `Café de altura tostado y molido ${mark}`
  await productoConStock(page, `K${mark}`, nombre)

  await page.goto('/#/bodega')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Nueva bodega' }).first().press('Enter')
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.type(`Bodega norte ${mark}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bodega registrada exitosamente')).toBeVisible()

  const elegir = async () => {
    const picker = page.getByRole('combobox', { name: 'Agregar producto' })
    await picker.focus()
    await page.keyboard.type(`café ${mark}`)
    await expect(page.getByRole('option', { name: new RegExp(nombre) })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(/^Cantidad que/)).toBeFocused()
  }
  const registrado = page.getByText('Movimiento registrado exitosamente')
  // The notice of the movement before may still stand.
  const guardar = async () => {
    await page.getByRole('button', { name: 'Guardar' }).press('Enter')
    await expect(registrado.last()).toBeVisible()
  }
  await page.goto('/#/movimiento')
  await expect(page.getByRole('heading', { name: 'Movimientos', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Nuevo movimiento' }).first().press('Enter')
  await expect(page.getByRole('heading', { name: 'Nuevo movimiento' })).toBeVisible()
  await elegir()
  await page.keyboard.type('12,5')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3.20')
  // Enter goes to the next product, not to the end.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Agregar producto' })).toBeFocused()
  await expect(page.getByText('Hay 0 en esta bodega')).toBeVisible()
  await guardar()
  await expect(page.getByRole('heading', { name: /^Ingreso del/ })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`${nombre}.*Compra.*12\\.5.*\\$40\\.00.*12\\.5`) })).toBeVisible()

  await page.goto('/#/movimiento/registro')
  await page.getByLabel('Tipo').focus()
  await page.keyboard.type('Transferencia')
  await page.getByLabel('Bodega de destino').selectOption({ label: `Bodega norte ${mark}` })
  await page.getByLabel('Queda en tránsito').press('Space')
  await elegir()
  await page.keyboard.type('5')
  await guardar()
  await expect(page.getByText('En tránsito')).toBeVisible()
  await page.getByRole('button', { name: 'Recibir' }).press('Enter')
  await expect(page.getByText('Transferencia recibida exitosamente')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Recibir' })).toBeHidden()

  await page.getByRole('link', { name: nombre }).first().press('Enter')
  await expect(page.getByRole('heading', { name: 'Kardex', level: 1 })).toBeVisible()
  await expect(page.getByRole('row', { name: /Transferencia enviada.*5.*\$16\.00.*7\.5.*\$24\.00/ })).toBeVisible()

  const kardex = page.url()
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport)
    await page.goto(kardex)
    await expect(page.getByText('Transferencia enviada')).toBeVisible()
    await expectAccessible(page, `kardex ${viewport.width}`)
    for (const path of ['/bodega', '/movimiento', '/movimiento/registro']) {
      await page.goto(`/#${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, `${path} ${viewport.width}`)
    }
  }
})

/** A camera that sees this code, again and again; and the page's reader of codes. */
const camaraQueVe = (page: Page, codigo: string) =>
  page.addInitScript((rawValue) => {
    let seen = 0
    Object.assign(window, {
      BarcodeDetector: class {
        detect = () => Promise.resolve(seen++ === 0 ? [{ rawValue }] : [])
      },
    })
    const picture = document.createElement('canvas')
    picture.getContext('2d')
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: () => Promise.resolve(picture.captureStream()) } })
  }, codigo)

test('R-2.3.36 a physical count: by scanner and camera, its differences before it is registered, and what was sold meanwhile', async ({
  page,
}) => {
  test.slow()
  const mark = `${Date.now()}`
  await camaraQueVe(page, `C${mark}`)
  await signIn(page, CONTADORA)
  const id = await productoConStock(page, `C${mark}`, `Conteo de fundas de café ${mark}`)
  const llamar = (path: string, body?: object) =>
    page.evaluate(
      async ([to, form]) => {
        const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
        const answer = await fetch(`/app/v1${to}`, {
          method: form ? 'POST' : 'GET',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
          ...(form && { body: JSON.stringify(form) }),
        })
        return ((await answer.json()) as { data: unknown }).data
      },
      [path, body] as const,
    )
  const bodegas = (await llamar('/bodega/all')) as { id: string; predeterminada: boolean }[]
  const bodega = bodegas.find(({ predeterminada }) => predeterminada)?.id
  const mover = (tipo: string, cantidad: number) =>
    llamar('/movimiento/create', {
      tipo,
      bodega_id: bodega,
      lineas: [{ producto_id: id, cantidad: cantidad * 1_000_000, ...(tipo === 'INGRESO' && { costo_unitario: 2_000_000 }) }],
    })
  await mover('INGRESO', 10)

  await page.goto('/#/movimiento/registro')
  await page.getByLabel('Tipo').focus()
  await page.keyboard.type('Ajuste')
  const picker = page.getByRole('combobox', { name: 'Agregar producto' })
  const contada = page.getByLabel('Cantidad contada')
  // As a scanner types: the code, and Enter; each once more.
  for (const cantidad of ['1', '2']) {
    await picker.focus()
    await page.keyboard.insertText(`C${mark}`)
    await page.keyboard.press('Enter')
    await expect(contada).toHaveValue(cantidad)
  }
  await page.getByRole('button', { name: 'Leer con la cámara' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`Conteo de fundas de café ${mark}: 3`)).toBeVisible()
  await expectAccessible(page, 'lector de códigos')
  await dialog.getByRole('button', { name: 'Listo' }).press('Enter')
  await expect(contada).toHaveValue('3')

  const verDiferencias = page.getByRole('button', { name: 'Ver diferencias' })
  await verDiferencias.press('Enter')
  await expect(page.getByText('Escriba por qué se ajusta el inventario.').first()).toBeVisible()
  await page.getByLabel('Motivo').fill('Conteo de fin de mes')
  await contada.fill('10')
  await verDiferencias.press('Enter')
  await expect(dialog.getByText('Lo contado coincide con el stock: no hay nada que ajustar.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Registrar conteo' })).toBeHidden()
  await page.keyboard.press('Escape')

  const contado = page.waitForResponse((answer) => answer.url().includes(`/v1/existencia/${id}`))
  await contada.fill('7')
  await contado
  await mover('EGRESO', 2)
  await verDiferencias.press('Enter')
  await expect(dialog.getByRole('row', { name: /Después salieron 2: quedará en 5\..* 10 7 -3 -\$6\.00/ })).toBeVisible()
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport)
    await expectAccessible(page, `diferencias ${viewport.width}`)
  }
  await dialog.getByRole('button', { name: 'Seguir contando' }).press('Enter')
  await expect(contada).toHaveValue('7')
  await verDiferencias.press('Enter')
  await dialog.getByRole('button', { name: 'Registrar conteo' }).press('Enter')
  await expect(page.getByText(`Desde que contó C${mark} salieron 2: queda en 5.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Ajuste del/ })).toBeVisible()
})
