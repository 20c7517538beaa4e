// Nota de crédito 1.0.0 and 1.1.0.
export const NOTA_CREDITO = String.raw`
notaCredito
  &infoTributaria
  infoNotaCredito
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
    totalSinImpuestos d14.2
    &compensaciones
    valorModificacion d14.2
    moneda? t15
    totalConImpuestos
      totalImpuesto+
        codigo /[235]/
        codigoPorcentaje /[0-9]{1,4}/
        baseImponible d14.2
        valor d14.2
        valorDevolucionIva? d14.2
    motivo t300
  detalles
    detalle+
      codigoInterno? t25
      codigoAdicional? t25
      descripcion t300
      cantidad cantidad
      precioUnitario cantidad
      descuento? d14.2
      precioTotalSinImpuesto d14.2
      detallesAdicionales?
        detAdicional{1,3}
          @nombre l300
          @valor l300
      impuestos
        impuesto*
          codigo /[235]/
          codigoPorcentaje /[0-9]{1,4}/
          tarifa? d4.2
          baseImponible d14.2
          valor d14.2
  &maquinaFiscal
  &infoAdicional
  @id /comprobante/
  @version nmtoken
`
