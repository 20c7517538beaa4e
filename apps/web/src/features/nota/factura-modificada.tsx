import type { ComprobanteFila } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { useFormContext, useWatch } from 'react-hook-form'

import { OptionRecord } from '../../components/combobox/option-parts.tsx'
import { RecordPicker } from '../../components/combobox/record-picker.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import classes from '../../domain/emision/cabecera.module.css'
import { Correos } from '../../domain/emision/cliente.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { fechaText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import propias from './nota.module.css'
import { askFacturas, readFacturaDebito } from './nota.queries.ts'
import { formOfSaldo, isEmptyMotivo, valoresOf, type NotaDebitoValores } from './nota-valores.ts'

interface FacturaModificadaProps {
  autoFocus: boolean
  onChosen: () => void
}

const optionOf = ({ id, numero, receptor_nombre: nombre, fecha_emision: fecha, total }: ComprobanteFila) => ({
  key: id,
  content: <OptionRecord title={`${numero} · ${nombre}`} detail={`${fechaText(fecha)} · ${displayMonto(total)}`} />,
})

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
          optionOf={optionOf}
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
