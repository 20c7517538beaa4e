// Guía de remisión 1.0.0 and 1.1.0.
export const GUIA_REMISION = String.raw`
guiaRemision
  &infoTributaria
  infoGuiaRemision
    dirEstablecimiento? t300
    dirPartida t300
    razonSocialTransportista t300
    tipoIdentificacionTransportista /0[4-8]/
    rucTransportista t20
    rise? l40
    obligadoContabilidad? /SI|NO/
    contribuyenteEspecial? /[A-Za-z0-9]{3,13}/
    fechaIniTransporte fecha
    fechaFinTransporte fecha
    placa t20
  destinatarios
    destinatario+
      identificacionDestinatario t20
      razonSocialDestinatario t300
      dirDestinatario t300
      motivoTraslado t300
      docAduaneroUnico? t20
      codEstabDestino? /[0-9]{3}/
      ruta? t300
      codDocSustento? /[0-9]{2}/
      numDocSustento? /[0-9]{3}-[0-9]{3}-[0-9]{9}/
      numAutDocSustento? /[0-9]{10,49}/
      fechaEmisionDocSustento? fecha
      detalles
        detalle+
          codigoInterno? t25
          codigoAdicional? t25
          descripcion t300
          cantidad cantidad
          detallesAdicionales?
            detAdicional{0,3}
              @nombre l300
              @valor l300
  &maquinaFiscal
  &infoAdicional
  @id /comprobante/
  @version nmtoken
`
