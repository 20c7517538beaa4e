import '../../testing/browser-stubs.ts'

import { fromUnits } from '@yupana/fiscal'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { beforeEach, expect, it } from 'vitest'

import { ThemeProvider } from '../../components/theme/theme-provider.tsx'
import { queryClient } from '../../lib/http/query-client.ts'
import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { Lineas } from './compra-lineas.tsx'
import { bodyOf, compraInitial, CompraSchema, emptyFila, type CompraInput } from './compra-schema.ts'

const producto = { id: '44444444-4444-4444-8444-444444444441', code: 'CAFE', name: 'CAFÉ' }
const linea = { original: null, producto, motivo: '', cantidad: '2', base: '30', factor: '', tarifa: '' }

function Pagina({ tarifas, onRead }: { tarifas: string[]; onRead: (values: CompraInput) => void }) {
  const form = useForm<CompraInput>({
    defaultValues: {
      ...compraInitial(),
      fecha_emision: '2026-11-20',
      impuestos: tarifas.map((codigo) => ({ ...emptyFila(codigo), base: '100' })),
      lineas: [linea],
    },
  })
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <FormProvider {...form}>
          <Lineas disabled={false} />
          <button onClick={() => onRead(form.getValues())}>Leer</button>
        </FormProvider>
      </QueryClientProvider>
    </ThemeProvider>
  )
}

beforeEach(() => {
  startSession(buildSession())
  fakeApi({ 'GET /app/v1/bodega/all': ok([]) })
})

/** The sent lines after an action. */
async function sentOf(tarifas: string[], act: () => Promise<void>) {
  let values: CompraInput = compraInitial()
  const { unmount } = render(<Pagina tarifas={tarifas} onRead={(read) => (values = read)} />)
  await act()
  await userEvent.click(screen.getByText('Leer'))
  unmount()
  const proveedor = { tipo_identificacion: '04', identificacion: '1790012345001', razon_social: 'X' }
  return bodyOf(CompraSchema.parse({ ...values, numero: '001-001-000000001', proveedor }), undefined).lineas
}

it('a line of a document with several rates says its own, and of one rate none', async () => {
  const chosen = await sentOf(['4', '0'], () => userEvent.selectOptions(screen.getByLabelText('Tarifa de IVA'), '0%'))
  expect(chosen).toMatchObject([{ producto_id: producto.id, base: fromUnits(30), codigo_porcentaje: '0' }])
  const only = await sentOf(['4'], async () => expect(screen.queryByLabelText('Tarifa de IVA')).toBeNull())
  expect(only?.[0]).not.toHaveProperty('codigo_porcentaje')
})

it('what enters the warehouse is looked for among what is bought, with its cost beside it', async () => {
  const gasto = {
    id: '44444444-4444-4444-8444-444444444442',
    code: 'AZU',
    auxiliary_code: null,
    barcode: null,
    barcodes: ['7862'],
    name: 'AZÚCAR',
    type_product: 'PRODUCTO',
    iva: 6,
    cost: fromUnits(7),
    ice_codigo: null,
    irbpnr: false,
    manage_inventory: true,
    is_external: false,
  }
  fakeApi({
    'GET /app/v1/bodega/all': ok([]),
    'GET /app/productos/search_product_gasto?page=0&size=10&q=azucar': page([gasto], { size: 10 }),
    'GET /app/productos/search_product_gasto?page=0&size=10&q=7862': page([gasto], { size: 10 }),
  })
  let values: CompraInput = compraInitial()
  render(<Pagina tarifas={['4']} onRead={(read) => (values = read)} />)
  const field = screen.getByRole('combobox', { name: 'Agregar producto que entra a bodega' })
  await userEvent.type(field, 'azucar')
  expect(await screen.findByText('$7.00')).toBeDefined()
  await userEvent.clear(field)
  await userEvent.type(field, '7862{Enter}')
  expect(await screen.findByText(/AZÚCAR/)).toBeDefined()
  await userEvent.click(screen.getByText('Leer'))
  expect(values.lineas?.[1]).toMatchObject({ producto: { id: gasto.id, code: 'AZU' } })
})
