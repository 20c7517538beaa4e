import { codigoCupon, type Tienda } from '@yupana/contract'
import { useFormState } from 'react-hook-form'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { Form } from '../../components/form/form.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import classes from './tienda.module.css'
import { applyCupon, removeCupon } from './tienda.queries.ts'

const Schema = z.object({ codigo: codigoCupon })

/** Coupon of the cart: its code is typed, or removed. */
export function Cupon({ cupon }: { cupon: Tienda['carrito']['cupon'] }) {
  const [isBusy, remove] = useBusy(() => untilRefused(removeCupon()))
  if (!cupon)
    return (
      <Form label="Cupón" schema={Schema} initial={{ codigo: '' }} onSubmit={({ codigo }) => applyCupon(codigo)}>
        <TextField name="codigo" label="Cupón" />
        <Aplicar />
      </Form>
    )
  return (
    <div className={classes.cupon}>
      <span>
        Cupón <strong>{cupon.codigo}</strong>
      </span>
      <Button variant="subtle" busy={isBusy} busyLabel="Quitando…" onClick={() => void remove()}>
        Quitar cupón
      </Button>
      {cupon.problema !== null && <p role="status">{cupon.problema}</p>}
    </div>
  )
}

function Aplicar() {
  const { isSubmitting, isDirty } = useFormState()
  return (
    <div>
      <Button type="submit" variant="default" disabled={!isDirty} busy={isSubmitting} busyLabel="Aplicando…">
        Aplicar cupón
      </Button>
    </div>
  )
}
