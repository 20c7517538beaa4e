// Comprobante de retención 1.0.0 (flat list of taxes).
export const RETENCION_1 = String.raw`
comprobanteRetencion
  &infoTributaria
  infoCompRetencion
    fechaEmision fecha
    dirEstablecimiento? t300
    contribuyenteEspecial? /[A-Za-z0-9]{3,13}/
    obligadoContabilidad? /SI|NO/
    tipoIdentificacionSujetoRetenido /0[4-8]/
    razonSocialSujetoRetenido t300
    identificacionSujetoRetenido t20
    periodoFiscal /[0-9]{2}/[0-9]{4}/
  impuestos
    impuesto+
      codigo /[0-9]/
      codigoRetencion t5
      baseImponible d14.2
      porcentajeRetener d3.2
      valorRetenido d14.2
      codDocSustento? /[0-9]{2}/
      numDocSustento? /[0-9]{15}/
      fechaEmisionDocSustento? fecha
  &maquinaFiscal
  &infoAdicional
  @id? /comprobante/
  @version nmtoken
`
