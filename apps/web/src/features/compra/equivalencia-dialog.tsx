import { ProductoDeLinea, type Equivalencia } from '@yupana/contract'
import { conPunto, fromUnits } from '@yupana/fiscal'
import { useFormContext, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { entradaOf, montoEntradaOpcional } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import classes from './compra.module.css'
import { ElegirProducto } from './elegir-producto.tsx'
import { saveEquivalencia } from './equivalencia.queries.ts'

const UNO = fromUnits(1)

const Schema = z.object({ producto: z.nullable(ProductoDeLinea), factor: montoEntradaOpcional() })
type Input = z.input<typeof Schema>

/** Sets the product of a supplier's item from the next purchase on. */
export function EquivalenciaDialog({ fila, onClose }: { fila: Equivalencia; onClose: () => void }) {
  return (
    <FormDialog
      title={`Editar ${fila.item}`}
      schema={Schema}
      initial={{ producto: fila.producto, factor: fila.factor === UNO ? '' : entradaOf(fila.factor, 0) }}
      onSubmit={({ producto, factor }) => saveEquivalencia(fila, { producto_id: producto?.id ?? null, factor: factor ?? UNO })}
      onClose={onClose}
      hasRequired={false}
    >
      <p className={classes.nota}>
        {`Así se propondrá en la próxima compra a ${conPunto(fila.proveedor_nombre ?? fila.proveedor_identificacion)} Lo ya registrado queda como está.`}
      </p>
      <Producto />
    </FormDialog>
  )
}

function Producto() {
  const { setValue } = useFormContext<Input>()
  const producto = useWatch<Input, 'producto'>({ name: 'producto' })
  const decide = (chosen: Input['producto']) => setValue('producto', chosen, { shouldDirty: true })
  return (
    <>
      <p className={classes.dicho}>
        {producto ? (
          <strong>
            Producto: {producto.name} <span className={classes.nota}>{producto.code}</span>
          </strong>
        ) : (
          <strong>No es mercadería</strong>
        )}
      </p>
      <ElegirProducto label={producto ? 'Cambiar por otro producto' : 'Es este producto'} onChosen={decide} />
      {producto && (
        <>
          <Button variant="subtle" onClick={() => decide(null)}>
            No es mercadería
          </Button>
          <MontoField name="factor" label="Unidades por empaque" decimals={0} placeholder="1" />
        </>
      )}
    </>
  )
}
