import { TIPOS_TIENDA, type OrdenEnCola, type TiendaAjuste, type TiendaProducto, type TipoTienda } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'

import { ActivoChip } from '../../components/activo-chip.tsx'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFilter, ListTools } from '../../components/data-table/list-tools.tsx'
import { useListing } from '../../components/data-table/use-listing.ts'
import { Form } from '../../components/form/form.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { MesaDeclaraciones, PorHacer } from './mesa-declaraciones.tsx'
import { MesaOrden } from './mesa-orden.tsx'
import { MesaRebajas } from './mesa-precios.tsx'
import { ajusteQuery, colaQuery, saveAjuste } from './mesa.queries.ts'
import { ESTADO_ORDEN_OPTIONS, EstadoOrdenChip, numeroText } from './orden-words.tsx'
import { ProductoDialog } from './producto-dialog.tsx'
import classes from './tienda.module.css'

export const TIPO_LABEL: Readonly<Record<TipoTienda, string>> = { FIRMA: 'Firma electrónica', PLAN: 'Plan', DECLARACION: 'Declaración' }
export const TIPO_OPTIONS = TIPOS_TIENDA.map((value) => ({ value, label: TIPO_LABEL[value] }))

/** `/administracion/tienda`: waiting orders, products, and payment settings; or one order. */
export function MesaTiendaPage() {
  const [params] = useSearchParams()
  const [empresa_id, id] = [params.get('empresa'), params.get('orden')]
  if (empresa_id !== null && id !== null) return <MesaOrden key={id} lugar={{ empresa_id, id }} />
  if (params.get('ver') === 'declaraciones') return <MesaDeclaraciones />
  if (params.get('ver') === 'precios') return <MesaRebajas />
  return (
    <div className={classes.estantes}>
      <PageHeader title="Tienda de la Instalación">
        <LinkButton to="/administracion/tienda?ver=declaraciones" variant="default">
          <PorHacer />
        </LinkButton>
        <LinkButton to="/administracion/tienda?ver=precios" variant="default">
          Precios acordados y cupones
        </LinkButton>
      </PageHeader>
      <Ordenes />
      <Catalogo />
    </div>
  )
}

const pathOf = ({ empresa_id, id }: OrdenEnCola) => `/administracion/tienda?empresa=${empresa_id}&orden=${id}`

const COLUMNS: readonly Column<OrdenEnCola>[] = [
  { id: 'numero', header: 'Orden', cell: (row) => numeroText(row.numero), href: pathOf, card: 'title', whole: true },
  { id: 'empresa', header: 'Empresa', cell: (row) => row.empresa },
  { id: 'ruc', header: 'RUC', cell: (row) => row.ruc, whole: true },
  { id: 'resumen', header: 'Compra', cell: (row) => row.resumen },
  { id: 'creada', header: 'Fecha', cell: (row) => momentoText(row.creada_en), whole: true },
  { id: 'estado', header: 'Estado', cell: (row) => <EstadoOrdenChip estado={row.estado} /> },
  { id: 'total', header: 'Total', cell: (row) => displayMonto(row.total), align: 'end' },
]

const SHAPE = { sorts: [], filters: { estado: ESTADO_ORDEN_OPTIONS.map(({ value }) => value) } }

function Ordenes() {
  const navigate = useNavigate()
  const listing = useListing(SHAPE)
  const answer = useQuery(colaQuery(listing.query))
  return (
    <section className={classes.estantes} aria-labelledby="ordenes">
      <h2 id="ordenes">Órdenes</h2>
      <ListTools listing={listing}>
        <ListFilter listing={listing} name="estado" label="Estado" anyLabel="Por revisar" options={ESTADO_ORDEN_OPTIONS} />
      </ListTools>
      <DataTable
        label="Órdenes"
        columns={COLUMNS}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={(row) => numeroText(row.numero)}
        actions={(row) => [{ label: 'Revisar', onSelect: () => void navigate(pathOf(row)) }]}
        firstUse={<p>Ningún comprobante espera.</p>}
      />
    </section>
  )
}

function Catalogo() {
  const navigate = useNavigate()
  const { data, isError, refetch } = useQuery(ajusteQuery())
  if (isError && !data)
    return <LoadFailure reason="No se pudo abrir el catálogo." onRetry={() => void refetch()} onBack={() => void navigate('/')} />
  if (!data) return <Skeleton label="Cargando el catálogo" lines={['60%', '100%', '80%']} />
  return (
    <>
      <Productos productos={data.productos} />
      <Transferencia key={data.version} ajuste={data} />
    </>
  )
}

function Productos({ productos }: { productos: readonly TiendaProducto[] }) {
  const [editing, setEditing] = useState<TiendaProducto | 'nuevo'>()
  return (
    <section className={classes.caja} aria-labelledby="catalogo">
      <h2 id="catalogo">Catálogo</h2>
      <div>
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setEditing('nuevo')}>
          Nuevo producto
        </Button>
      </div>
      {productos.length === 0 && <p>Registre lo que vende: firmas por tipo y años, planes y declaraciones.</p>}
      <ul className={classes.lineas}>
        {productos.map((producto) => (
          <li key={producto.id}>
            <span>
              <strong>{producto.nombre}</strong> · {TIPO_LABEL[producto.tipo]} · {displayMonto(producto.precio)} + IVA
            </span>
            <ActivoChip activo={producto.activo} />
            <Button variant="default" onClick={() => setEditing(producto)} aria-label={`Editar ${producto.nombre}`}>
              Editar
            </Button>
          </li>
        ))}
      </ul>
      {editing && (
        <ProductoDialog producto={editing === 'nuevo' ? undefined : editing} tipos={TIPO_OPTIONS} onClose={() => setEditing(undefined)} />
      )}
    </section>
  )
}

const codigo = z.string().check(z.trim(), z.regex(/^(\d{3})?$/, 'Son tres dígitos, como 001.'))
const Schema = z.object({
  transferencia: z.string().check(z.trim(), z.maxLength(1000, '1000 caracteres máximos.')),
  ruc: z.string().check(z.trim(), z.regex(/^(\d{13})?$/, 'El RUC tiene 13 dígitos.')),
  establecimiento: codigo,
  punto: codigo,
})

const Transferencia = ({ ajuste: { transferencia, vende, version } }: { ajuste: TiendaAjuste }) => (
  <section className={classes.caja} aria-labelledby="transferencia">
    <h2 id="transferencia">Cobro y facturación</h2>
    <Form
      label="Cobro y facturación"
      schema={Schema}
      initial={{
        transferencia: transferencia ?? '',
        ruc: vende?.ruc ?? '',
        establecimiento: vende?.establecimiento ?? '001',
        punto: vende?.punto ?? '001',
      }}
      onSubmit={(form) => saveAjuste({ ...form, version })}
    >
      <TextAreaField
        name="transferencia"
        label="Cuentas"
        rows={4}
        description="Banco, tipo y número de cuenta, titular e identificación."
      />
      <TextField
        name="ruc"
        label="RUC de la empresa que vende"
        inputMode="numeric"
        description={vende ? `${vende.razon_social} emite la factura de cada orden pagada.` : 'Vacío: no se emiten facturas de la tienda.'}
      />
      <FieldPair>
        <TextField name="establecimiento" label="Establecimiento" inputMode="numeric" />
        <TextField name="punto" label="Punto de emisión" inputMode="numeric" />
      </FieldPair>
      <Guardar />
    </Form>
  </section>
)

function Guardar() {
  const { isSubmitting, isDirty } = useFormState()
  return (
    <div>
      <Button type="submit" disabled={!isDirty} busy={isSubmitting} busyLabel="Guardando…">
        Guardar
      </Button>
    </div>
  )
}
