import type { ComprobanteFila, SaldoFactura } from '@yupana/contract'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { RecordPicker } from '../../components/combobox/record-picker.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import { askFacturas, optionOfFactura } from '../../domain/comprobante/factura-busqueda.tsx'
import classes from '../../domain/emision/cabecera.module.css'
import { Cliente, Correos } from '../../domain/emision/cliente.tsx'
import { compradorOfForm } from '../../domain/emision/comprador-valores.ts'
import hoja from '../../domain/emision/hoja.module.css'
import { fechaText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import propias from './nota.module.css'
import type { ValoresNota } from './nota-valores.ts'
import { readFactura, type TipoNota } from './nota.queries.ts'

interface FacturaModificadaProps {
  tipo: TipoNota
  /** Name in a sentence: «nota de crédito». */
  nombre: string
  autoFocus: boolean
  /** Receives the chosen factura of ours; undefined for one of elsewhere. */
  onFactura: (saldo: SaldoFactura | undefined) => void
  onChosen: () => void
}

/** The factura that the note changes, of ours or of elsewhere; the note has its client. */
export function FacturaModificada({ tipo, nombre, autoFocus, onFactura, onChosen }: FacturaModificadaProps) {
  const { setValue, setError, clearErrors, setFocus } = useFormContext<ValoresNota>()
  const [modificado, comprador, ajeno] = useWatch<ValoresNota, ['modificado', 'comprador', 'ajeno']>({
    name: ['modificado', 'comprador', 'ajeno'],
  })
  const error = useFieldError('modificado')
  const choose = async ({ id }: ComprobanteFila) => {
    const saldo = await readFactura(id, tipo)
    if (saldo.impedimento !== null) return setError('modificado', { type: 'manual', message: saldo.impedimento })
    clearErrors('modificado')
    setValue('modificado', saldo.modificado, { shouldDirty: true })
    setValue('comprador', compradorOfForm(saldo.comprador))
    setValue('correos', saldo.comprador.correos.join(', '))
    onFactura(saldo)
    onChosen()
  }
  const begin = (isAjeno: boolean) => {
    clearErrors()
    setValue('modificado', null)
    setValue('comprador', null)
    setValue('correos', '')
    setValue('ajeno', isAjeno ? { numero: '', fecha: '' } : null, { shouldDirty: true })
    onFactura(undefined)
    if (isAjeno) setTimeout(() => setFocus('ajeno.numero'))
  }
  if (ajeno)
    return (
      <div className={propias.factura}>
        <div className={classes.cliente}>
          <TextField name="ajeno.numero" label="Número de la factura" description="Como 001-001-000000123" required />
          <CampoFecha name="ajeno.fecha" label="Fecha de la factura" required />
        </div>
        <Cliente nombre={nombre} autoFocus={false} onChosen={onChosen} />
        <div>
          <Button variant="subtle" onClick={() => begin(false)}>
            Buscar entre las facturas del sistema
          </Button>
        </div>
      </div>
    )
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
        {modificado && comprador ? (
          <p className={hoja.nota}>
            {comprador.razon_social} · {comprador.identificacion} · del {fechaText(modificado.fecha)}
          </p>
        ) : (
          <div>
            <Button variant="subtle" onClick={() => begin(true)}>
              Se emitió fuera del sistema
            </Button>
          </div>
        )}
      </div>
      <Correos nombre={nombre} />
    </div>
  )
}
