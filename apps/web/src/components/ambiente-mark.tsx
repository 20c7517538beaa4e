import classes from './ambiente-mark.module.css'

/** Left out on a phone, where the mark has only one line. */
const ORIGIN = { SIMULADOR: 'Autoridad simulada: ', PRUEBAS: 'Ambiente de pruebas del SRI: ' }

/** Marks every screen of a company that is not in production (O-90). */
export const AmbienteMark = ({ ambiente }: { ambiente: 'SIMULADOR' | 'PRUEBAS' | 'PRODUCCION' }) =>
  ambiente === 'PRODUCCION' ? null : (
    <p className={classes.mark}>
      <strong>{ambiente}</strong>
      <span>
        <span className={classes.origin}>{ORIGIN[ambiente]}</span>los documentos no tienen validez tributaria
      </span>
    </p>
  )
