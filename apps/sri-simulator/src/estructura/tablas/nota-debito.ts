// Nota de débito 1.0.0 (the only version).
export const NOTA_DEBITO = String.raw`
notaDebito
  &infoTributaria
  infoNotaDebito
    fechaEmision fecha
    dirEstablecimiento? t300
    tipoIdentificacionComprador /0[4-8]/
    razonSocialComprador t300
    identificacionComprador t20
    contribuyenteEspecial? /[A-Za-z0-9]{3,13}/
    obligadoContabilidad? /SI|NO/
    rise? l40
    codDocModificado /[0-9]{2}/
    numDocModificado /[0-9]{3}-[0-9]{3}-[0-9]{9}/
    fechaEmisionDocSustento fecha
    totalSinImpuestos s14.2
    impuestos
      impuesto+
        codigo /[235]/
        codigoPorcentaje /[0-9]{1,4}/
        tarifa d4.2
        baseImponible d14.2
        valor d14.2
        valorDevolucionIva? d14.2
    &compensaciones
    valorTotal d14.2
    pagos*
      pago+
        formaPago /0[1-9]|1[0-9]|2[01]/
        total d14.2
        plazo? d14.2
        unidadTiempo? t10
  motivos
    motivo+
      razon t300
      valor d14.2
  &maquinaFiscal
  &infoAdicional
  @id? /comprobante/
  @version nmtoken
`
