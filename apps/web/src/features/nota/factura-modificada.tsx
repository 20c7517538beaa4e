import type { ComprobanteFila } from '@yupana/contract'
import { useFormContext, useWatch } from 'react-hook-form'

import { RecordPicker } from '../../components/combobox/record-picker.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import { askFacturas, optionOfFactura } from '../../domain/comprobante/factura-busqueda.tsx'
import classes from '../../domain/emision/cabecera.module.css'
import { Correos } from '../../domain/emision/cliente.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { fechaText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import propias from './nota.module.css'
import { readFacturaDebito } from './nota.queries.ts'
import { formOfSaldo, isEmptyMotivo, valoresOf, type NotaDebitoValores } from './nota-valores.ts'

interface FacturaModificadaProps {
  autoFocus: boolean
  onChosen: () => void
}

/** The authorised factura that the note adds to; its client is the note's. */
export function FacturaModificada({ autoFocus, onChosen }: FacturaModificadaProps) {
  const { setValue, setError, clearErrors, getValues } = useFormContext<NotaDebitoValores>()
  const [modificado, comprador] = useWatch<NotaDebitoValores, ['modificado', 'comprador']>({ name: ['modificado', 'comprador'] })
  const error = useFieldError('modificado')
  const choose = async ({ id }: ComprobanteFila) => {
    const saldo = await readFacturaDebito(id)
    if (saldo.impedimento !== null) return setError('modificado', { type: 'manual', message: saldo.impedimento })
    clearErrors('modificado')
    const { fecha_emision: hoy, motivos } = getValues()
    const begun = valoresOf(formOfSaldo(saldo), hoy)
    setValue('modificado', begun.modificado, { shouldDirty: true })
    setValue('comprador', begun.comprador)
    setValue('correos', begun.correos)
    const [first] = begun.motivos
    if (first)
      setValue(
        'motivos',
        motivos.map((motivo) => (isEmptyMotivo(motivo) ? { ...motivo, iva: first.iva } : motivo)),
      )
    onChosen()
  }
  return (
    <div className={classes.cliente}>
      <div className={propias.factura} data-campo="modificado">
        <RecordPicker
          queryKey="nota"
          ask={askFacturas}
          optionOf={optionOfFactura}
          onChoose={(fila) => void untilRefused(choose(fila))}
          label="Factura que se modifica"
          placeholder="Número, cliente, RUC o clave de acceso"
          text={modificado?.numero}
          error={error}
          autoFocus={autoFocus}
          required
        />
        {modificado && comprador && (
          <p className={hoja.nota}>
            {comprador.razon_social} · {comprador.identificacion} · del {fechaText(modificado.fecha)}
          </p>
        )}
      </div>
      <Correos nombre="nota de débito" />
    </div>
  )
}
