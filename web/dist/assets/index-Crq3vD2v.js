var Ne,x,sa,la,Bn,Gi,ca,da,ua,mi,ei,ii,ie={},ha=[],st=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,He=Array.isArray;function mn(e,n){for(var i in n)e[i]=n[i];return e}function fi(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function lt(e,n,i){var t,r,o,s={};for(o in n)o=="key"?t=n[o]:o=="ref"?r=n[o]:s[o]=n[o];if(arguments.length>2&&(s.children=arguments.length>3?Ne.call(arguments,2):i),typeof e=="function"&&e.defaultProps!=null)for(o in e.defaultProps)s[o]===void 0&&(s[o]=e.defaultProps[o]);return pe(e,s,t,r,null)}function pe(e,n,i,t,r){var o={type:e,props:n,key:i,ref:t,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:r??++sa,__i:-1,__u:0};return r==null&&x.vnode!=null&&x.vnode(o),o}function on(e){return e.children}function Fn(e,n){this.props=e,this.context=n}function Kn(e,n){if(n==null)return e.__?Kn(e.__,e.__i+1):null;for(var i;n<e.__k.length;n++)if((i=e.__k[n])!=null&&i.__e!=null)return i.__e;return typeof e.type=="function"?Kn(e):null}function ma(e){var n,i;if((e=e.__)!=null&&e.__c!=null){for(e.__e=e.__c.base=null,n=0;n<e.__k.length;n++)if((i=e.__k[n])!=null&&i.__e!=null){e.__e=e.__c.base=i.__e;break}return ma(e)}}function _i(e){(!e.__d&&(e.__d=!0)&&Bn.push(e)&&!ke.__r++||Gi!=x.debounceRendering)&&((Gi=x.debounceRendering)||ca)(ke)}function ke(){for(var e,n,i,t,r,o,s,l=1;Bn.length;)Bn.length>l&&Bn.sort(da),e=Bn.shift(),l=Bn.length,e.__d&&(i=void 0,t=void 0,r=(t=(n=e).__v).__e,o=[],s=[],n.__P&&((i=mn({},t)).__v=t.__v+1,x.vnode&&x.vnode(i),bi(n.__P,i,t,n.__n,n.__P.namespaceURI,32&t.__u?[r]:null,o,r??Kn(t),!!(32&t.__u),s),i.__v=t.__v,i.__.__k[i.__i]=i,pa(o,i,s),t.__e=t.__=null,i.__e!=r&&ma(i)));ke.__r=0}function fa(e,n,i,t,r,o,s,l,u,c,h){var d,C,m,p,B,f,b,A=t&&t.__k||ha,v=n.length;for(u=ct(i,n,A,u,v),d=0;d<v;d++)(m=i.__k[d])!=null&&(C=m.__i==-1?ie:A[m.__i]||ie,m.__i=d,f=bi(e,m,C,r,o,s,l,u,c,h),p=m.__e,m.ref&&C.ref!=m.ref&&(C.ref&&pi(C.ref,null,m),h.push(m.ref,m.__c||p,m)),B==null&&p!=null&&(B=p),(b=!!(4&m.__u))||C.__k===m.__k?u=ba(m,u,e,b):typeof m.type=="function"&&f!==void 0?u=f:p&&(u=p.nextSibling),m.__u&=-7);return i.__e=B,u}function ct(e,n,i,t,r){var o,s,l,u,c,h=i.length,d=h,C=0;for(e.__k=new Array(r),o=0;o<r;o++)(s=n[o])!=null&&typeof s!="boolean"&&typeof s!="function"?(u=o+C,(s=e.__k[o]=typeof s=="string"||typeof s=="number"||typeof s=="bigint"||s.constructor==String?pe(null,s,null,null,null):He(s)?pe(on,{children:s},null,null,null):s.constructor==null&&s.__b>0?pe(s.type,s.props,s.key,s.ref?s.ref:null,s.__v):s).__=e,s.__b=e.__b+1,l=null,(c=s.__i=dt(s,i,u,d))!=-1&&(d--,(l=i[c])&&(l.__u|=2)),l==null||l.__v==null?(c==-1&&(r>h?C--:r<h&&C++),typeof s.type!="function"&&(s.__u|=4)):c!=u&&(c==u-1?C--:c==u+1?C++:(c>u?C--:C++,s.__u|=4))):e.__k[o]=null;if(d)for(o=0;o<h;o++)(l=i[o])!=null&&(2&l.__u)==0&&(l.__e==t&&(t=Kn(l)),va(l,l));return t}function ba(e,n,i,t){var r,o;if(typeof e.type=="function"){for(r=e.__k,o=0;r&&o<r.length;o++)r[o]&&(r[o].__=e,n=ba(r[o],n,i,t));return n}e.__e!=n&&(t&&(n&&e.type&&!n.parentNode&&(n=Kn(e)),i.insertBefore(e.__e,n||null)),n=e.__e);do n=n&&n.nextSibling;while(n!=null&&n.nodeType==8);return n}function dt(e,n,i,t){var r,o,s,l=e.key,u=e.type,c=n[i],h=c!=null&&(2&c.__u)==0;if(c===null&&e.key==null||h&&l==c.key&&u==c.type)return i;if(t>(h?1:0)){for(r=i-1,o=i+1;r>=0||o<n.length;)if((c=n[s=r>=0?r--:o++])!=null&&(2&c.__u)==0&&l==c.key&&u==c.type)return s}return-1}function Si(e,n,i){n[0]=="-"?e.setProperty(n,i??""):e[n]=i==null?"":typeof i!="number"||st.test(n)?i:i+"px"}function me(e,n,i,t,r){var o,s;n:if(n=="style")if(typeof i=="string")e.style.cssText=i;else{if(typeof t=="string"&&(e.style.cssText=t=""),t)for(n in t)i&&n in i||Si(e.style,n,"");if(i)for(n in i)t&&i[n]==t[n]||Si(e.style,n,i[n])}else if(n[0]=="o"&&n[1]=="n")o=n!=(n=n.replace(ua,"$1")),s=n.toLowerCase(),n=s in e||n=="onFocusOut"||n=="onFocusIn"?s.slice(2):n.slice(2),e.l||(e.l={}),e.l[n+o]=i,i?t?i.u=t.u:(i.u=mi,e.addEventListener(n,o?ii:ei,o)):e.removeEventListener(n,o?ii:ei,o);else{if(r=="http://www.w3.org/2000/svg")n=n.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(n!="width"&&n!="height"&&n!="href"&&n!="list"&&n!="form"&&n!="tabIndex"&&n!="download"&&n!="rowSpan"&&n!="colSpan"&&n!="role"&&n!="popover"&&n in e)try{e[n]=i??"";break n}catch{}typeof i=="function"||(i==null||i===!1&&n[4]!="-"?e.removeAttribute(n):e.setAttribute(n,n=="popover"&&i==1?"":i))}}function Ei(e){return function(n){if(this.l){var i=this.l[n.type+e];if(n.t==null)n.t=mi++;else if(n.t<i.u)return;return i(x.event?x.event(n):n)}}}function bi(e,n,i,t,r,o,s,l,u,c){var h,d,C,m,p,B,f,b,A,v,V,g,E,T,J,W,w,M=n.type;if(n.constructor!=null)return null;128&i.__u&&(u=!!(32&i.__u),o=[l=n.__e=i.__e]),(h=x.__b)&&h(n);n:if(typeof M=="function")try{if(b=n.props,A="prototype"in M&&M.prototype.render,v=(h=M.contextType)&&t[h.__c],V=h?v?v.props.value:h.__:t,i.__c?f=(d=n.__c=i.__c).__=d.__E:(A?n.__c=d=new M(b,V):(n.__c=d=new Fn(b,V),d.constructor=M,d.render=ht),v&&v.sub(d),d.props=b,d.state||(d.state={}),d.context=V,d.__n=t,C=d.__d=!0,d.__h=[],d._sb=[]),A&&d.__s==null&&(d.__s=d.state),A&&M.getDerivedStateFromProps!=null&&(d.__s==d.state&&(d.__s=mn({},d.__s)),mn(d.__s,M.getDerivedStateFromProps(b,d.__s))),m=d.props,p=d.state,d.__v=n,C)A&&M.getDerivedStateFromProps==null&&d.componentWillMount!=null&&d.componentWillMount(),A&&d.componentDidMount!=null&&d.__h.push(d.componentDidMount);else{if(A&&M.getDerivedStateFromProps==null&&b!==m&&d.componentWillReceiveProps!=null&&d.componentWillReceiveProps(b,V),!d.__e&&d.shouldComponentUpdate!=null&&d.shouldComponentUpdate(b,d.__s,V)===!1||n.__v==i.__v){for(n.__v!=i.__v&&(d.props=b,d.state=d.__s,d.__d=!1),n.__e=i.__e,n.__k=i.__k,n.__k.some(function(k){k&&(k.__=n)}),g=0;g<d._sb.length;g++)d.__h.push(d._sb[g]);d._sb=[],d.__h.length&&s.push(d);break n}d.componentWillUpdate!=null&&d.componentWillUpdate(b,d.__s,V),A&&d.componentDidUpdate!=null&&d.__h.push(function(){d.componentDidUpdate(m,p,B)})}if(d.context=V,d.props=b,d.__P=e,d.__e=!1,E=x.__r,T=0,A){for(d.state=d.__s,d.__d=!1,E&&E(n),h=d.render(d.props,d.state,d.context),J=0;J<d._sb.length;J++)d.__h.push(d._sb[J]);d._sb=[]}else do d.__d=!1,E&&E(n),h=d.render(d.props,d.state,d.context),d.state=d.__s;while(d.__d&&++T<25);d.state=d.__s,d.getChildContext!=null&&(t=mn(mn({},t),d.getChildContext())),A&&!C&&d.getSnapshotBeforeUpdate!=null&&(B=d.getSnapshotBeforeUpdate(m,p)),W=h,h!=null&&h.type===on&&h.key==null&&(W=Ca(h.props.children)),l=fa(e,He(W)?W:[W],n,i,t,r,o,s,l,u,c),d.base=n.__e,n.__u&=-161,d.__h.length&&s.push(d),f&&(d.__E=d.__=null)}catch(k){if(n.__v=null,u||o!=null)if(k.then){for(n.__u|=u?160:128;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;o[o.indexOf(l)]=null,n.__e=l}else{for(w=o.length;w--;)fi(o[w]);ai(n)}else n.__e=i.__e,n.__k=i.__k,k.then||ai(n);x.__e(k,n,i)}else o==null&&n.__v==i.__v?(n.__k=i.__k,n.__e=i.__e):l=n.__e=ut(i.__e,n,i,t,r,o,s,u,c);return(h=x.diffed)&&h(n),128&n.__u?void 0:l}function ai(e){e&&e.__c&&(e.__c.__e=!0),e&&e.__k&&e.__k.forEach(ai)}function pa(e,n,i){for(var t=0;t<i.length;t++)pi(i[t],i[++t],i[++t]);x.__c&&x.__c(n,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(o){o.call(r)})}catch(o){x.__e(o,r.__v)}})}function Ca(e){return typeof e!="object"||e==null||e.__b&&e.__b>0?e:He(e)?e.map(Ca):mn({},e)}function ut(e,n,i,t,r,o,s,l,u){var c,h,d,C,m,p,B,f=i.props,b=n.props,A=n.type;if(A=="svg"?r="http://www.w3.org/2000/svg":A=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),o!=null){for(c=0;c<o.length;c++)if((m=o[c])&&"setAttribute"in m==!!A&&(A?m.localName==A:m.nodeType==3)){e=m,o[c]=null;break}}if(e==null){if(A==null)return document.createTextNode(b);e=document.createElementNS(r,A,b.is&&b),l&&(x.__m&&x.__m(n,o),l=!1),o=null}if(A==null)f===b||l&&e.data==b||(e.data=b);else{if(o=o&&Ne.call(e.childNodes),f=i.props||ie,!l&&o!=null)for(f={},c=0;c<e.attributes.length;c++)f[(m=e.attributes[c]).name]=m.value;for(c in f)if(m=f[c],c!="children"){if(c=="dangerouslySetInnerHTML")d=m;else if(!(c in b)){if(c=="value"&&"defaultValue"in b||c=="checked"&&"defaultChecked"in b)continue;me(e,c,null,m,r)}}for(c in b)m=b[c],c=="children"?C=m:c=="dangerouslySetInnerHTML"?h=m:c=="value"?p=m:c=="checked"?B=m:l&&typeof m!="function"||f[c]===m||me(e,c,m,f[c],r);if(h)l||d&&(h.__html==d.__html||h.__html==e.innerHTML)||(e.innerHTML=h.__html),n.__k=[];else if(d&&(e.innerHTML=""),fa(n.type=="template"?e.content:e,He(C)?C:[C],n,i,t,A=="foreignObject"?"http://www.w3.org/1999/xhtml":r,o,s,o?o[0]:i.__k&&Kn(i,0),l,u),o!=null)for(c=o.length;c--;)fi(o[c]);l||(c="value",A=="progress"&&p==null?e.removeAttribute("value"):p!=null&&(p!==e[c]||A=="progress"&&!p||A=="option"&&p!=f[c])&&me(e,c,p,f[c],r),c="checked",B!=null&&B!=e[c]&&me(e,c,B,f[c],r))}return e}function pi(e,n,i){try{if(typeof e=="function"){var t=typeof e.__u=="function";t&&e.__u(),t&&n==null||(e.__u=e(n))}else e.current=n}catch(r){x.__e(r,i)}}function va(e,n,i){var t,r;if(x.unmount&&x.unmount(e),(t=e.ref)&&(t.current&&t.current!=e.__e||pi(t,null,n)),(t=e.__c)!=null){if(t.componentWillUnmount)try{t.componentWillUnmount()}catch(o){x.__e(o,n)}t.base=t.__P=null}if(t=e.__k)for(r=0;r<t.length;r++)t[r]&&va(t[r],n,i||typeof e.type!="function");i||fi(e.__e),e.__c=e.__=e.__e=void 0}function ht(e,n,i){return this.constructor(e,i)}function mt(e,n,i){var t,r,o,s;n==document&&(n=document.documentElement),x.__&&x.__(e,n),r=(t=!1)?null:n.__k,o=[],s=[],bi(n,e=n.__k=lt(on,null,[e]),r||ie,ie,n.namespaceURI,r?null:n.firstChild?Ne.call(n.childNodes):null,o,r?r.__e:n.firstChild,t,s),pa(o,e,s)}Ne=ha.slice,x={__e:function(e,n,i,t){for(var r,o,s;n=n.__;)if((r=n.__c)&&!r.__)try{if((o=r.constructor)&&o.getDerivedStateFromError!=null&&(r.setState(o.getDerivedStateFromError(e)),s=r.__d),r.componentDidCatch!=null&&(r.componentDidCatch(e,t||{}),s=r.__d),s)return r.__E=r}catch(l){e=l}throw e}},sa=0,la=function(e){return e!=null&&e.constructor==null},Fn.prototype.setState=function(e,n){var i;i=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=mn({},this.state),typeof e=="function"&&(e=e(mn({},i),this.props)),e&&mn(i,e),e!=null&&this.__v&&(n&&this._sb.push(n),_i(this))},Fn.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),_i(this))},Fn.prototype.render=on,Bn=[],ca=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,da=function(e,n){return e.__v.__b-n.__v.__b},ke.__r=0,ua=/(PointerCapture)$|Capture$/i,mi=0,ei=Ei(!1),ii=Ei(!0);var ft=0;function a(e,n,i,t,r,o){n||(n={});var s,l,u=n;if("ref"in u)for(l in u={},n)l=="ref"?s=n[l]:u[l]=n[l];var c={type:e,props:u,key:i,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:--ft,__i:-1,__u:0,__source:r,__self:o};if(typeof e=="function"&&(s=e.defaultProps))for(l in s)u[l]===void 0&&(u[l]=s[l]);return x.vnode&&x.vnode(c),c}var Sn,z,$e,Mi,De=0,Va=[],I=x,Li=I.__b,Pi=I.__r,xi=I.diffed,Ti=I.__c,Fi=I.unmount,Ni=I.__;function ce(e,n){I.__h&&I.__h(z,e,De||n),De=0;var i=z.__H||(z.__H={__:[],__h:[]});return e>=i.__.length&&i.__.push({}),i.__[e]}function _(e){return De=1,bt(ka,e)}function bt(e,n,i){var t=ce(Sn++,2);if(t.t=e,!t.__c&&(t.__=[ka(void 0,n),function(l){var u=t.__N?t.__N[0]:t.__[0],c=t.t(u,l);u!==c&&(t.__N=[c,t.__[1]],t.__c.setState({}))}],t.__c=z,!z.__f)){var r=function(l,u,c){if(!t.__c.__H)return!0;var h=t.__c.__H.__.filter(function(C){return!!C.__c});if(h.every(function(C){return!C.__N}))return!o||o.call(this,l,u,c);var d=t.__c.props!==l;return h.forEach(function(C){if(C.__N){var m=C.__[0];C.__=C.__N,C.__N=void 0,m!==C.__[0]&&(d=!0)}}),o&&o.call(this,l,u,c)||d};z.__f=!0;var o=z.shouldComponentUpdate,s=z.componentWillUpdate;z.componentWillUpdate=function(l,u,c){if(this.__e){var h=o;o=void 0,r(l,u,c),o=h}s&&s.call(this,l,u,c)},z.shouldComponentUpdate=r}return t.__N||t.__}function nn(e,n){var i=ce(Sn++,3);!I.__s&&vi(i.__H,n)&&(i.__=e,i.u=n,z.__H.__h.push(i))}function Aa(e,n){var i=ce(Sn++,4);!I.__s&&vi(i.__H,n)&&(i.__=e,i.u=n,z.__h.push(i))}function dn(e){return De=5,ga(function(){return{current:e}},[])}function ga(e,n){var i=ce(Sn++,7);return vi(i.__H,n)&&(i.__=e(),i.__H=n,i.__h=e),i.__}function Ci(){var e=ce(Sn++,11);if(!e.__){for(var n=z.__v;n!==null&&!n.__m&&n.__!==null;)n=n.__;var i=n.__m||(n.__m=[0,0]);e.__="P"+i[0]+"-"+i[1]++}return e.__}function pt(){for(var e;e=Va.shift();)if(e.__P&&e.__H)try{e.__H.__h.forEach(Ce),e.__H.__h.forEach(ti),e.__H.__h=[]}catch(n){e.__H.__h=[],I.__e(n,e.__v)}}I.__b=function(e){z=null,Li&&Li(e)},I.__=function(e,n){e&&n.__k&&n.__k.__m&&(e.__m=n.__k.__m),Ni&&Ni(e,n)},I.__r=function(e){Pi&&Pi(e),Sn=0;var n=(z=e.__c).__H;n&&($e===z?(n.__h=[],z.__h=[],n.__.forEach(function(i){i.__N&&(i.__=i.__N),i.u=i.__N=void 0})):(n.__h.forEach(Ce),n.__h.forEach(ti),n.__h=[],Sn=0)),$e=z},I.diffed=function(e){xi&&xi(e);var n=e.__c;n&&n.__H&&(n.__H.__h.length&&(Va.push(n)!==1&&Mi===I.requestAnimationFrame||((Mi=I.requestAnimationFrame)||Ct)(pt)),n.__H.__.forEach(function(i){i.u&&(i.__H=i.u),i.u=void 0})),$e=z=null},I.__c=function(e,n){n.some(function(i){try{i.__h.forEach(Ce),i.__h=i.__h.filter(function(t){return!t.__||ti(t)})}catch(t){n.some(function(r){r.__h&&(r.__h=[])}),n=[],I.__e(t,i.__v)}}),Ti&&Ti(e,n)},I.unmount=function(e){Fi&&Fi(e);var n,i=e.__c;i&&i.__H&&(i.__H.__.forEach(function(t){try{Ce(t)}catch(r){n=r}}),i.__H=void 0,n&&I.__e(n,i.__v))};var Hi=typeof requestAnimationFrame=="function";function Ct(e){var n,i=function(){clearTimeout(t),Hi&&cancelAnimationFrame(n),setTimeout(e)},t=setTimeout(i,35);Hi&&(n=requestAnimationFrame(i))}function Ce(e){var n=z,i=e.__c;typeof i=="function"&&(e.__c=void 0,i()),z=n}function ti(e){var n=z;e.__c=e.__(),z=n}function vi(e,n){return!e||e.length!==n.length||n.some(function(i,t){return i!==e[t]})}function ka(e,n){return typeof n=="function"?n(e):n}var vt=Symbol.for("preact-signals");function Ke(){if(bn>1)bn--;else{var e,n=!1;for((function(){var r=ye;for(ye=void 0;r!==void 0;){var o=r.S;if(o.v===r.v)for(var s=o.t;s!==void 0;s=s.x)s.i===r.i&&(s.i=o.i);r=r.o}})();jn!==void 0;){var i=jn;for(jn=void 0,Be++;i!==void 0;){var t=i.u;if(i.u=void 0,i.f&=-3,!(8&i.f)&&ya(i))try{i.c()}catch(r){n||(e=r,n=!0)}i=t}}if(Be=0,bn--,n)throw e}}function Da(e){if(bn>0)return e();ri=++Vt,bn++;try{return e()}finally{Ke()}}var Un,H=void 0;function de(e){var n=H,i=Un;H=void 0,Un=void 0;try{return e()}finally{H=n,Un=i}}var jn=void 0,bn=0,Be=0,Vt=0,ri=0,ye=void 0,we=0;function Ba(e){if(H!==void 0){var n=e.n;if(n===void 0||n.t!==H)return n={i:0,S:e,p:H.s,n:void 0,t:H,e:void 0,x:void 0,r:n},H.s!==void 0&&(H.s.n=n),H.s=n,e.n=n,32&H.f&&e.S(n),n;if(n.i===-1)return n.i=0,n.n!==void 0&&(n.n.p=n.p,n.p!==void 0&&(n.p.n=n.n),n.p=H.s,n.n=void 0,H.s.n=n,H.s=n),n}}function $(e,n){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=n?.watched,this.Z=n?.unwatched,this.name=n?.name}$.prototype.brand=vt;$.prototype.h=function(){return!0};$.prototype.S=function(e){var n=this,i=this.t;i!==e&&e.e===void 0&&(e.x=i,this.t=e,i!==void 0?i.e=e:de(function(){var t;(t=n.W)==null||t.call(n)}))};$.prototype.U=function(e){var n=this;if(this.t!==void 0){var i=e.e,t=e.x;i!==void 0&&(i.x=t,e.e=void 0),t!==void 0&&(t.e=i,e.x=void 0),e===this.t&&(this.t=t,t===void 0&&de(function(){var r;(r=n.Z)==null||r.call(n)}))}};$.prototype.subscribe=function(e){var n=this;return gn(function(){var i=n.value;de(function(){return e(i)})},{name:"sub"})};$.prototype.valueOf=function(){return this.value};$.prototype.toString=function(){return this.value+""};$.prototype.toJSON=function(){return this.value};$.prototype.peek=function(){var e=this;return de(function(){return e.value})};Object.defineProperty($.prototype,"value",{get:function(){var e=Ba(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(Be>100)throw new Error("Cycle detected");(function(i){bn!==0&&Be===0&&i.l!==ri&&(i.l=ri,ye={S:i,v:i.v,i:i.i,o:ye})})(this),this.v=e,this.i++,we++,bn++;try{for(var n=this.t;n!==void 0;n=n.x)n.t.N()}finally{Ke()}}}});function N(e,n){return new $(e,n)}function ya(e){for(var n=e.s;n!==void 0;n=n.n)if(n.S.i!==n.i||!n.S.h()||n.S.i!==n.i)return!0;return!1}function wa(e){for(var n=e.s;n!==void 0;n=n.n){var i=n.S.n;if(i!==void 0&&(n.r=i),n.S.n=n,n.i=-1,n.n===void 0){e.s=n;break}}}function Ga(e){for(var n=e.s,i=void 0;n!==void 0;){var t=n.p;n.i===-1?(n.S.U(n),t!==void 0&&(t.n=n.n),n.n!==void 0&&(n.n.p=t)):i=n,n.S.n=n.r,n.r!==void 0&&(n.r=void 0),n=t}e.s=i}function En(e,n){$.call(this,void 0,n),this.x=e,this.s=void 0,this.g=we-1,this.f=4}En.prototype=new $;En.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===we))return!0;if(this.g=we,this.f|=1,this.i>0&&!ya(this))return this.f&=-2,!0;var e=H;try{wa(this),H=this;var n=this.x();(16&this.f||this.v!==n||this.i===0)&&(this.v=n,this.f&=-17,this.i++)}catch(i){this.v=i,this.f|=16,this.i++}return H=e,Ga(this),this.f&=-2,!0};En.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var n=this.s;n!==void 0;n=n.n)n.S.S(n)}$.prototype.S.call(this,e)};En.prototype.U=function(e){if(this.t!==void 0&&($.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var n=this.s;n!==void 0;n=n.n)n.S.U(n)}};En.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(En.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Ba(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function cn(e,n){return new En(e,n)}function _a(e){var n=e.j;if(e.j=void 0,typeof n=="function"){bn++;var i=H;H=void 0;try{n()}catch(t){throw e.f&=-2,e.f|=8,Vi(e),t}finally{H=i,Ke()}}}function Vi(e){for(var n=e.s;n!==void 0;n=n.n)n.S.U(n);e.x=void 0,e.s=void 0,_a(e)}function At(e){if(H!==this)throw new Error("Out-of-order effect");Ga(this),H=e,this.f&=-2;try{8&this.f&&Vi(this)}finally{Ke()}}function On(e,n){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=n?.name,Un&&Un.push(this)}On.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var n=this.x();typeof n=="function"&&(this.j=n)}finally{e()}};On.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,_a(this),wa(this),bn++;var e=H;return H=this,At.bind(this,e)};On.prototype.N=function(){2&this.f||(this.f|=2,this.u=jn,jn=this)};On.prototype.d=function(){this.f|=8,1&this.f||Vi(this)};On.prototype.dispose=function(){this.d()};function gn(e,n){var i=new On(e,n);try{i.c()}catch(r){throw i.d(),r}var t=i.d.bind(i);return t[Symbol.dispose]=t,t}var Sa,Je,Ea=[];gn(function(){Sa=this.N})();function Wn(e,n){x[e]=n.bind(null,x[e]||function(){})}function Ge(e){Je&&Je(),Je=e&&e.S()}function Ma(e){var n=this,i=e.data,t=kt(i);t.value=i;var r=ga(function(){for(var l=n,u=n.__v;u=u.__;)if(u.__c){u.__c.__$f|=4;break}var c=cn(function(){var m=t.value.value;return m===0?0:m===!0?"":m||""}),h=cn(function(){return!Array.isArray(c.value)&&!la(c.value)}),d=gn(function(){if(this.N=La,h.value){var m=c.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.data=m)}}),C=n.__$u.d;return n.__$u.d=function(){d(),C.call(this)},[h,c]},[]),o=r[0],s=r[1];return o.value?s.peek():s.value}Ma.displayName="ReactiveTextNode";Object.defineProperties($.prototype,{constructor:{configurable:!0,value:void 0},type:{configurable:!0,value:Ma},props:{configurable:!0,get:function(){return{data:this}}},__b:{configurable:!0,value:1}});Wn("__b",function(e,n){if(typeof n.type=="function"&&typeof window<"u"&&window.__PREACT_SIGNALS_DEVTOOLS__&&window.__PREACT_SIGNALS_DEVTOOLS__.exitComponent(),typeof n.type=="string"){var i,t=n.props;for(var r in t)if(r!=="children"){var o=t[r];o instanceof $&&(i||(n.__np=i={}),i[r]=o,t[r]=o.peek())}}e(n)});Wn("__r",function(e,n){if(typeof n.type=="function"&&typeof window<"u"&&window.__PREACT_SIGNALS_DEVTOOLS__&&window.__PREACT_SIGNALS_DEVTOOLS__.enterComponent(n.type.displayName||n.type.name||"Unknown"),n.type!==on){Ge();var i,t=n.__c;t&&(t.__$f&=-2,(i=t.__$u)===void 0&&(t.__$u=i=(function(r){var o;return gn(function(){o=this}),o.c=function(){t.__$f|=1,t.setState({})},o})())),Ge(i)}e(n)});Wn("__e",function(e,n,i,t){typeof window<"u"&&window.__PREACT_SIGNALS_DEVTOOLS__&&window.__PREACT_SIGNALS_DEVTOOLS__.exitComponent(),Ge(),e(n,i,t)});Wn("diffed",function(e,n){typeof n.type=="function"&&typeof window<"u"&&window.__PREACT_SIGNALS_DEVTOOLS__&&window.__PREACT_SIGNALS_DEVTOOLS__.exitComponent(),Ge();var i;if(typeof n.type=="string"&&(i=n.__e)){var t=n.__np,r=n.props;if(t){var o=i.U;if(o)for(var s in o){var l=o[s];l!==void 0&&!(s in t)&&(l.d(),o[s]=void 0)}else o={},i.U=o;for(var u in t){var c=o[u],h=t[u];c===void 0?(c=gt(i,u,h,r),o[u]=c):c.o(h,r)}}}e(n)});function gt(e,n,i,t){var r=n in e&&e.ownerSVGElement===void 0,o=N(i);return{o:function(s,l){o.value=s,t=l},d:gn(function(){this.N=La;var s=o.value.value;t[n]!==s&&(t[n]=s,r?e[n]=s:s?e.setAttribute(n,s):e.removeAttribute(n))})}}Wn("unmount",function(e,n){if(typeof n.type=="string"){var i=n.__e;if(i){var t=i.U;if(t){i.U=void 0;for(var r in t){var o=t[r];o&&o.d()}}}}else{var s=n.__c;if(s){var l=s.__$u;l&&(s.__$u=void 0,l.d())}}e(n)});Wn("__h",function(e,n,i,t){(t<3||t===9)&&(n.__$f|=2),e(n,i,t)});Fn.prototype.shouldComponentUpdate=function(e,n){var i=this.__$u,t=i&&i.s!==void 0;for(var r in n)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var o=2&this.__$f;if(!(t||o||4&this.__$f)||1&this.__$f)return!0}else if(!(t||4&this.__$f)||3&this.__$f)return!0;for(var s in e)if(s!=="__source"&&e[s]!==this.props[s])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function kt(e,n){return _(function(){return N(e,n)})[0]}var Dt=function(e){queueMicrotask(function(){queueMicrotask(e)})};function Bt(){Da(function(){for(var e;e=Ea.shift();)Sa.call(e)})}function La(){Ea.push(this)===1&&(x.requestAnimationFrame||Dt)(Bt)}class yt extends Error{}const fe=0,Ki=8;class Ai{constructor(n,i){this.exports=n,this.listener=i}static async create(n){const i={current:void 0},t=new TextDecoder;let r;const o=()=>new DataView(r.memory.buffer),s=(u,c)=>t.decode(new Uint8Array(r.memory.buffer,u,c));return r=(await WebAssembly.instantiate(n,{tabia:{info:(u,c)=>{i.current?.(JSON.parse(s(u,c)))}},wasi_snapshot_preview1:{clock_time_get:(u,c,h)=>{const d=u===0?Date.now():performance.now();return o().setBigUint64(h,BigInt(Math.round(d*1e6)),!0),fe},environ_get:()=>fe,environ_sizes_get:(u,c)=>(o().setUint32(u,0,!0),o().setUint32(c,0,!0),fe),fd_close:()=>Ki,fd_seek:()=>Ki,fd_write:(u,c,h,d)=>{let C=0,m="";for(let p=0;p<h;p++){const B=o().getUint32(c+8*p+4,!0);m+=s(o().getUint32(c+8*p,!0),B),C+=B}return m.trim()&&console.warn(m.trimEnd()),o().setUint32(d,C,!0),fe},proc_exit:u=>{throw new Error(`the engine ended with ${u}`)}}})).exports,r._initialize(),new Ai(r,i)}call(n,i,t){const r=new TextEncoder().encode(JSON.stringify({op:n,...i})),o=this.hold(r);this.listener.current=t;try{return this.answer(this.exports.tabia_call(o,r.length))}finally{this.listener.current=void 0}}addNetwork(n,i){const t=new TextEncoder().encode(n),r=this.exports.tabia_alloc(t.length+i.length),o=new Uint8Array(this.exports.memory.buffer);return o.set(t,r),o.set(i,r+t.length),this.answer(this.exports.tabia_add_network(r,t.length,i.length))}hold(n){const i=this.exports.tabia_alloc(n.length);return new Uint8Array(this.exports.memory.buffer).set(n,i),i}answer(n){const i=new Uint8Array(this.exports.memory.buffer,this.exports.tabia_answer(),n),t=JSON.parse(new TextDecoder().decode(i));if(t.error)throw new yt(t.error.detail);return t}}const zi=""+new URL("tabia--DhGTD2z.wasm",import.meta.url).href;let Ri;function Pa(){return Ri??=(async()=>{const e=await fetch(zi);if(!e.ok)throw new Error(`${zi}: ${e.status}`);return WebAssembly.compile(await e.arrayBuffer())})(),Ri}let oi;async function wt(){oi=await Ai.create(await Pa())}function U(){if(!oi)throw new Error("the rules are not loaded yet");return oi}const ae="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",xa="tabia.token",Ta=N(!1);let te="";try{te=sessionStorage.getItem(xa)??""}catch{}function Gt(e){te=e.trim();try{sessionStorage.setItem(xa,te)}catch{}}async function re(e,n={}){const i={...n.headers};te&&(i.Authorization=`Bearer ${te}`);const t=await fetch(e,{...n,headers:i});return Ta.value=t.status===401,t}const Ii=()=>new DOMException("stopped","AbortError"),Fa=e=>e instanceof DOMException&&e.name==="AbortError",X=e=>e instanceof Error?e.message:String(e),_t="default";async function St(e){const n=await fetch(e);if(!n.ok)throw new Error(`${e}: ${n.status}`);return new Uint8Array(await n.arrayBuffer())}class ze{constructor(n,i){this.module=n,this.networks=i?[[_t,i]]:[];for(const[t,r]of this.networks)U().addNetwork(t,r);this.active=this.spawn(),this.standby=this.spawn()}kind="browser";active;standby;networks;nextId=1;busy=Promise.resolve();static async create(){const n=St("assets/default.net").catch(()=>{});return new ze(await Pa(),await n)}addNetwork(n,i){const t=U().addNetwork(n,i),r=this.networks.findIndex(([o])=>o===n);r>=0&&this.networks.splice(r,1),this.networks.push([n,i]);for(const o of[this.active,this.standby])this.post(o,{kind:"network",name:n,file:i});return t}models(){return Promise.resolve(U().call("models",{}).models)}analyze(n,i,t){const r=this.busy.catch(()=>{}).then(()=>this.call("analyze",n,i,t));return this.busy=r,r}play(n,i){const t=crypto.getRandomValues(new Uint32Array(1))[0];return this.analyze({seed:t,...n},()=>{},i)}explain(n){return Promise.resolve().then(()=>U().call("explain",n))}post(n,i){n.postMessage(i)}spawn(){const n=new Worker(new URL(""+new URL("worker-CvV3w48c.js",import.meta.url).href,import.meta.url),{type:"module"});return this.post(n,{kind:"start",module:this.module,networks:this.networks}),n}replace(){this.active.terminate(),this.active=this.standby,this.standby=this.spawn()}call(n,i,t,r){if(r.aborted)return Promise.reject(Ii());const o=this.active,s=this.nextId++;return new Promise((l,u)=>{const c=m=>{o.removeEventListener("message",h),o.removeEventListener("error",C),r.removeEventListener("abort",d),m()},h=m=>{const p=m.data;p.id===s&&(p.kind==="info"?t(p.info):p.kind==="reply"?c(()=>l(p.reply)):c(()=>u(new Error(p.message))))},d=()=>c(()=>{this.replace(),u(Ii())}),C=m=>c(()=>{this.replace(),u(new Error(m.message||"the engine broke down"))});o.addEventListener("message",h),o.addEventListener("error",C),r.addEventListener("abort",d),this.post(o,{kind:"call",id:s,op:n,request:i})})}}class Et{rest="";event="";data=[];push(n){this.rest+=n;const i=[];for(let t=this.rest.indexOf(`
`);t>=0;t=this.rest.indexOf(`
`)){const r=this.rest.slice(0,t).replace(/\r$/,"");if(this.rest=this.rest.slice(t+1),r==="")this.data.length&&i.push({event:this.event||"message",data:this.data.join(`
`)}),this.event="",this.data=[];else if(!r.startsWith(":")){const o=r.indexOf(":"),s=o<0?r:r.slice(0,o),l=o<0?"":r.slice(o+1).replace(/^ /,"");s==="event"?this.event=l:s==="data"&&this.data.push(l)}}return i}}async function*Na(e){const n=e.body.pipeThrough(new TextDecoderStream).getReader(),i=new Et;for(;;){const{value:t,done:r}=await n.read();if(r)return;yield*i.push(t)}}const Ha=(e,n)=>e.detail??e.title??`error ${n}`;async function Ue(e,n,i={}){const t=await re(e,{method:"POST",headers:{"Content-Type":"application/json",Accept:i.accept??"application/json"},body:JSON.stringify(n),...i.signal?{signal:i.signal}:{}});if(!t.ok){const r=await t.json().catch(()=>({}));throw new Error(Ha(r,t.status))}return t}async function Oi(){try{const e=await re("models",{headers:{Accept:"application/json"}});if(!e.ok)return;const n=await e.json();return Array.isArray(n.models)?n.models:void 0}catch{return}}class gi{constructor(n){this.known=n}kind="server";static async detect(){const n=await Oi();return n?new gi(n):void 0}async models(){return this.known=await Oi()??this.known,this.known}async analyze(n,i,t){const r=await Ue("analyze",n,{accept:"text/event-stream",signal:t});for await(const{event:o,data:s}of Na(r)){const l=JSON.parse(s);if(o==="info")i(l);else{if(o==="done")return l;if(o==="error")throw new Error(Ha(l,500))}}throw new Error("the server broke off the analysis")}async play(n,i){const r=await(await Ue("play",n,{signal:i})).json();return r.san!==void 0&&(r.bestmove_san=r.san),r}async explain(n){return(await Ue("explain",n)).json()}}const Z=N(void 0),tn=N([]),Ka=N(!1),_e=N("");let Zn,Wi;function Mt(){return Wi??=ze.create(),Wi}async function za(e){try{const n=e==="server"&&Zn?Zn:await Mt(),i=await n.models();Da(()=>{Z.value=n,tn.value=i}),_e.value=tn.value.length===0?"No network was found: the evaluation is classical.":""}catch(n){_e.value=`The engine can't start: ${X(n)}`}}const ki=e=>tn.value.some(n=>n.name===e)?e:"";async function Ra(){Z.value&&(tn.value=await Z.value.models())}async function Ia(){Zn=await gi.detect(),Ka.value=Zn!==void 0,await za(Zn?"server":"browser")}const yn="classical",wn=N([]),Lt=e=>e===yn||wn.value.includes(e);function be(e,n){return Lt(e)?Promise.resolve().then(()=>U().call("explain",{fen:n,model:e})):Z.value.explain({fen:n,model:e})}async function Pt(e){const n=new Uint8Array(await e.arrayBuffer()),i=new Set([yn,...tn.value.map(r=>r.name)]);let t=e.name.replace(/\.(net|nnue|txt)$/,"");return i.has(t)&&!wn.value.includes(t)&&(t=e.name),Z.value instanceof ze?Z.value.addNetwork(t,n):U().addNetwork(t,n),wn.value.includes(t)||(wn.value=[...wn.value,t]),await Ra(),t}const ln="abcdefgh",xt={p:"pawn",n:"knight",b:"bishop",r:"rook",q:"queen",k:"king"},zn=e=>e===e.toUpperCase();function Se(e){return`${zn(e)?"white":"black"} ${xt[e.toLowerCase()]}`}function oe(e){const n=new Map;return(e.split(" ")[0]??"").split("/").forEach((t,r)=>{let o=0;for(const s of t)s>="1"&&s<="8"?o+=Number(s):n.set(`${ln[o++]}${8-r}`,s)}),n}function Oa(e){const n=[];for(let i=8;i>=1;i--){let t="",r=0;for(const o of ln){const s=e.get(`${o}${i}`);if(!s){r++;continue}t+=(r?String(r):"")+s,r=0}n.push(t+(r?String(r):""))}return n.join("/")}function $i(e,n){const i=e.split(" "),t=[...i[2]??"-"].filter(r=>{const o=zn(r)?1:8,s=u=>zn(r)?u.toUpperCase():u,l=r.toLowerCase()==="k"?"h":r.toLowerCase()==="q"?"a":r.toLowerCase();return n.get(`e${o}`)===s("k")&&n.get(`${l}${o}`)===s("r")});return[Oa(n),i[1]??"w",t.join("")||"-","-",i[4]??"0",i[5]??"1"].join(" ")}const Nn=e=>e.split(" ")[1]==="b"?"b":"w",Ln="M27 87a3 3 0 0 1-3-3v-3a6 6 0 0 1 6-6h40a6 6 0 0 1 6 6v3a3 3 0 0 1-3 3z",Tt={p:{body:["M41 47c1 12-3 19-11 28h40c-8-9-12-16-11-28z","M37 48a3.5 3.5 0 0 1 0-7h26a3.5 3.5 0 0 1 0 7z","M50 15a14 14 0 0 1 0 28a14 14 0 0 1 0-28z",Ln]},r:{body:["M35 41l-3 34h36l-3-34z","M26 18a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v5h7v-5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v5h7v-5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v15l-9 9h-30l-9-9z",Ln],lines:["M34 42h32"]},b:{body:["M42 62c0 6-4 9-10 13h36c-6-4-10-7-10-13z","M50 20c-13 9-21 19-21 29c0 6 3 10 8 13h26c5-3 8-7 8-13c0-10-8-20-21-29z","M50 9.500a5.800 5.800 0 0 1 0 11.600a5.800 5.800 0 0 1 0-11.600z","M36 66a3.5 3.5 0 0 1 0-7h28a3.5 3.5 0 0 1 0 7z",Ln],lines:["M50 34v16","M43 41h14"]},n:{body:["M33 75c-1-12 12-17 15-29c-5 5-11 5-15 9c-3 3-4 7-8 7c-5 0-9-4-9-9c0-5 5-8 7-13c2-6 4-10 9-14l0-12c0-1.500 1.500-2 2.500-1l8.500 7c20-3 35 14 34 39c0 6-1 11-2 16z",Ln],lines:["M53 29c9 6 14 16 14 32"],dots:[[37.5,37,2.8],[22.5,53.5,1.7]]},q:{body:["M18 33l13 31h38l13-31l-15 14l-4-24l-13 22l-13-22l-4 24z","M17 24.500a5 5 0 0 1 0 10a5 5 0 0 1 0-10z","M36 14a5 5 0 0 1 0 10a5 5 0 0 1 0-10z","M64 14a5 5 0 0 1 0 10a5 5 0 0 1 0-10z","M83 24.500a5 5 0 0 1 0 10a5 5 0 0 1 0-10z","M31 64c3 4 2 8-1 11h40c-3-3-4-7-1-11z",Ln],lines:["M31 64h38"]},k:{body:["M47 9a1.500 1.500 0 0 1 1.500-1.500h3a1.500 1.500 0 0 1 1.500 1.500v4.500h4.500a1.500 1.500 0 0 1 1.500 1.500v3a1.500 1.500 0 0 1-1.500 1.500h-4.500v8h-6v-8h-4.500a1.500 1.500 0 0 1-1.500-1.500v-3a1.500 1.500 0 0 1 1.500-1.500h4.500z","M50 26c-6 0-9 5-9 10c-4-5-11-6-16-2c-7 5-7 15 0 22c3 3 5 5 6 8h38c1-3 3-5 6-8c7-7 7-17 0-22c-5-4-12-3-16 2c0-5-3-10-9-10z","M31 64c3 4 2 8-1 11h40c-3-3-4-7-1-11z",Ln],lines:["M31 64h38","M50 38v15"]}};function ve({piece:e}){const n=Tt[e.toLowerCase()];return a("svg",{class:`piece ${zn(e)?"white":"black"}`,viewBox:"0 0 100 100","aria-hidden":"true",children:[n.body.map(i=>a("path",{class:"body",d:i})),n.lines?.map(i=>a("path",{class:"detail",d:i})),n.dots?.map(([i,t,r])=>a("circle",{class:"dot",cx:i,cy:t,r}))]})}const Ft=["q","r","b","n"];function ue(e){const{fen:n,flipped:i=!1,legal:t=[],free:r=!1,lastMove:o,heat:s,notes:l}=e,u=oe(n),c=dn(null),[h,d]=_(),[C,m]=_(i?"e7":"e2"),[p,B]=_(),[f,b]=_(),[A,v]=_([]),V=dn(),g=dn(!1);nn(()=>{d(void 0),b(void 0),v([])},[n]),Ht(c,n,o,g);const E=D=>{const S=ln.indexOf(D[0]);return i?7-S:S},T=D=>{const S=Number(D[1])-1;return i?S:7-S},J=(D,S)=>{const R=c.current.getBoundingClientRect(),F=Math.floor((D-R.left)/R.width*8),O=Math.floor((S-R.top)/R.height*8);if(!(F<0||F>7||O<0||O>7))return i?`${ln[7-F]}${O+1}`:`${ln[F]}${8-O}`},W=D=>r?u.has(D):t.some(S=>S.startsWith(D)),w=new Set(h&&!r?t.filter(D=>D.startsWith(h)).map(D=>D.slice(2,4)):[]),M=(D,S)=>{if(D===S)return!1;if(r)return e.onMove?.(D+S),!0;const R=t.filter(F=>F.startsWith(D+S));return R.length===0?!1:(R.length>1?b({from:D,to:S}):e.onMove?.(R[0]),!0)},k=D=>{if(r&&e.brush!==void 0){e.onSquare?.(D);return}h&&M(h,D)?d(void 0):d(D!==h&&W(D)?D:void 0)},L=D=>{const S=J(D.clientX,D.clientY);if(!(!S||f)){if(D.button===2){V.current=S;return}D.button===0&&(v([]),!(r&&e.brush!==void 0||!W(S))&&(c.current.setPointerCapture(D.pointerId),B({from:S,piece:u.get(S),x:D.clientX,y:D.clientY,moved:!1})))}},K=D=>{if(!p)return;const S=p.moved||Math.hypot(D.clientX-p.x,D.clientY-p.y)>5;S&&(p.moved||d(p.from),B({...p,x:D.clientX,y:D.clientY,moved:S}))},sn=D=>{const S=J(D.clientX,D.clientY);if(D.button===2&&V.current){if(S&&S!==V.current){const R=V.current,F=O=>O.from===R&&O.to===S;v(A.some(F)?A.filter(O=>!F(O)):[...A,{from:R,to:S,kind:"drawn"}])}V.current=void 0;return}if(!(D.button!==0||f)){if(p?.moved){B(void 0),d(void 0),g.current=!0,S?M(p.from,S):e.onDropOff?.(p.from);return}B(void 0),S&&(m(S),k(S))}},ot=D=>{const R={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]}[D.key];if(R){const F=i?-1:1,O=Math.min(7,Math.max(0,ln.indexOf(C[0])+F*R[0])),Oe=Math.min(8,Math.max(1,Number(C[1])+F*R[1])),pn=`${ln[O]}${Oe}`;m(pn),c.current.querySelector(`[data-square=${pn}]`)?.focus()}else if(D.key==="Enter"||D.key===" ")k(C);else if(D.key==="Escape")d(void 0),b(void 0);else if((D.key==="Delete"||D.key==="Backspace")&&r)e.onDropOff?.(C);else return;D.preventDefault(),D.stopPropagation()},yi=[];for(let D=0;D<8;D++){const S=[];for(let R=0;R<8;R++){const F=i?`${ln[7-R]}${D+1}`:`${ln[R]}${8-D}`,O=u.get(F),Oe=o&&(o.startsWith(F)||o.slice(2,4)===F),pn=["square",(D+R)%2?"dark":"light"];Oe&&pn.push("last"),F===h&&pn.push("selected"),w.has(F)&&pn.push(O?"take":"target"),e.check&&O&&O.toLowerCase()==="k"&&n.split(" ")[1]==="w"==(O==="K")&&pn.push("check");const We=s?.get(F),he=l?.get(F);S.push(a("div",{role:"gridcell",class:pn.join(" "),"data-square":F,tabIndex:e.still?void 0:F===C?0:-1,"aria-label":`${F}${O?`, ${Se(O)}`:""}${he?`, ${he}`:""}`,"aria-selected":F===h,onFocus:()=>m(F),children:[We!==void 0&&a("span",{class:`heat ${We>=0?"good":"bad"}`,style:{opacity:Math.min(1,Math.abs(We))}}),R===0&&!e.still&&a("span",{class:"rank-name",children:F[1]}),D===7&&!e.still&&a("span",{class:"file-name",children:F[0]}),O&&a("span",{class:p?.moved&&p.from===F?"lifted":"stands",children:a(ve,{piece:O})}),he&&a("span",{class:"note",children:he})]},F))}yi.push(a("div",{role:"row",class:"row",children:S},D))}const wi=()=>{const D=f?.from;b(void 0),d(void 0),D&&c.current.querySelector(`[data-square=${D}]`)?.focus()},kn=p?.moved?c.current.getBoundingClientRect():void 0;return a("div",{class:"board-frame",children:[a("div",{ref:c,class:`board${e.still?" still":""}${p?.moved?" dragging":""}${e.brush!==void 0&&r?" painting":""}`,role:"grid","aria-label":e.label??"Chess board",onPointerDown:L,onPointerMove:K,onPointerUp:sn,onPointerCancel:()=>B(void 0),onKeyDown:ot,onContextMenu:D=>D.preventDefault(),children:yi}),a(Nt,{arrows:[...e.arrows??[],...A],column:E,row:T}),p?.moved&&kn&&a("span",{class:"carried",style:{width:`${kn.width/8}px`,height:`${kn.width/8}px`,transform:`translate(${p.x-kn.left-kn.width/16}px, ${p.y-kn.top-kn.width/16}px)`},children:a(ve,{piece:p.piece})}),f&&a("div",{class:"promotion",role:"dialog","aria-label":"Promote to",onClick:D=>{D.target===D.currentTarget&&wi()},onKeyDown:D=>{D.key==="Escape"&&(D.stopPropagation(),wi())},children:Ft.map(D=>a("button",{type:"button","aria-label":Se(D).replace(/^\w+ /,""),ref:S=>{D==="q"&&S?.focus()},onClick:()=>{b(void 0),d(void 0),e.onMove?.(f.from+f.to+D)},children:a(ve,{piece:f.to[1]==="8"?D.toUpperCase():D})},D))})]})}function Nt({arrows:e,column:n,row:i}){return a("svg",{class:"arrows",viewBox:"0 0 800 800","aria-hidden":"true",children:e.map(({from:t,to:r,kind:o})=>{const s=n(t)*100+50,l=i(t)*100+50,u=n(r)*100+50,c=i(r)*100+50,h=Math.hypot(u-s,c-l);if(h===0)return null;const d=(u-s)/h,C=(c-l)/h,m=(f,b)=>`${(s+d*f-C*b).toFixed(1)} ${(l+C*f+d*b).toFixed(1)}`,p=h-8,B=p-38;return a("path",{class:`arrow ${o}`,d:`M${m(26,9)}L${m(B,9)}L${m(B,26)}L${m(p,0)}L${m(B,-26)}L${m(B,-9)}L${m(26,-9)}Z`},`${t}${r}${o}`)})})}function Ht(e,n,i,t){const r=dn();Aa(()=>{const o=r.current;r.current=n;const s=t.current;if(t.current=!1,!i||!o||o===n||s||!e.current||matchMedia("(prefers-reduced-motion: reduce)").matches)return;const l=e.current.querySelector(`[data-square=${i.slice(0,2)}]`),u=e.current.querySelector(`[data-square=${i.slice(2,4)}]`),c=u?.querySelector(".stands");if(!l||!u||!c)return;const h=l.offsetLeft-u.offsetLeft,d=l.offsetTop-u.offsetTop;c.animate([{transform:`translate(${h}px, ${d}px)`,zIndex:3},{transform:"none",zIndex:3}],{duration:140,easing:"ease-out"})},[n,i])}function Di(e,n){const i=Nn(n)==="w",[t,r,o]=e.wdl,s=i?[t,r,o]:[o,r,t];return e.mate!==void 0?{mate:i?e.mate:-e.mate,wdl:s}:{cp:e.cp_white??(i?e.cp??0:-(e.cp??0)),wdl:s}}function Mn(e){const n=t=>t>0?"+":t<0?"−":"";if(e.mate!==void 0)return`#${e.mate<0?"−":""}${Math.abs(e.mate)}`;const i=e.cp??0;return n(i)+(Math.abs(i)/100).toFixed(2)}function Kt(e){return e.wdl?(e.wdl[0]+e.wdl[1]/2)/1e3:e.mate!==void 0?e.mate>0?1:0:1/(1+Math.exp(-(e.cp??0)/140))}function zt(e){return e>=.2?"blunder":e>=.1?"mistake":e>=.05?"inaccuracy":void 0}const Rt={blunder:4,mistake:2,inaccuracy:6};function Ji(e){return e>=1e9?`${(e/1e9).toFixed(2)} G`:e>=1e6?`${(e/1e6).toFixed(e>=1e7?1:2)} M`:e>=1e4?`${Math.round(e/1e3)} k`:String(Math.round(e))}function It({score:e,flipped:n}){const[i,t,r]=e?.wdl??[0,1e3,0],o=e?Mn(e):"…",s=e?`White wins ${(i/10).toFixed(0)} %, draw ${(t/10).toFixed(0)} %, Black wins ${(r/10).toFixed(0)} %`:"not evaluated yet",l=e?Kt(e):.5;return a("div",{class:`evalbar${n?" flipped":""}`,role:"img","aria-label":`Evaluation ${o} for White: ${s}`,title:s,children:[a("span",{class:"black-part",style:{flexGrow:r}}),a("span",{class:"draw-part",style:{flexGrow:t}}),a("span",{class:"white-part",style:{flexGrow:i}}),a("span",{class:"mark",style:{bottom:`${(n?1-l:l)*100}%`}}),a("span",{class:`value ${l>=.5?"at-white":"at-black"}`,children:o.replace(/^[+−]/,"")})]})}class Qn{root;nextId=1;byId=new Map;tags={};result="*";constructor(n){this.root={id:0,parent:void 0,ply:0,uci:"",san:"",fen:n,children:[]},this.byId.set(0,this.root)}static fromPgn(n){const i=new Qn(n.start);return i.tags={...n.tags},i.result=n.result,n.line.comment&&(i.root.comment=n.line.comment),i.graft(i.root,n.line),i}node(n){return this.byId.get(n)}add(n,i){const t=n.children.find(o=>o.uci===i.uci);if(t)return t;const r={id:this.nextId++,parent:n,ply:n.ply+1,uci:i.uci,san:i.san,fen:i.fen,children:[]};return n.children.push(r),this.byId.set(r.id,r),r}remove(n){const i=n.parent;if(!i)return n;i.children.splice(i.children.indexOf(n),1);const t=r=>{this.byId.delete(r.id),r.children.forEach(t)};return t(n),i}promote(n){for(let i=n;i.parent;i=i.parent){const t=i.parent.children;t.splice(t.indexOf(i),1),t.unshift(i)}}path(n){const i=[];for(let t=n;t.parent;t=t.parent)i.unshift(t);return i}mainLine(){const n=[];for(let i=this.root.children[0];i;i=i.children[0])n.push(i);return n}moves(n){return this.path(n).map(i=>i.uci)}toPgnLine(){const n=this.lineFrom(this.root.children[0]);return this.root.comment&&(n.comment=this.root.comment),n}lineFrom(n){const i={moves:[]};for(let t=n;t;t=t.children[0]){const r=t.parent.children;i.moves.push({uci:t.uci,...t.comment?{comment:t.comment}:{},...t.nags?{nags:t.nags}:{},...t===r[0]&&r.length>1?{variations:r.slice(1).map(o=>this.lineFrom(o))}:{}})}return i}graft(n,i){let t=n;for(const r of i.moves){const o=this.add(t,r);r.comment&&(o.comment=r.comment),r.nags&&(o.nags=r.nags),r.cp_white!==void 0&&(o.cpWhite=r.cp_white),r.mate_white!==void 0&&(o.mateWhite=r.mate_white);for(const s of r.variations??[])this.graft(t,s);t=o}}}const Ot={1:"!",2:"?",3:"!!",4:"??",5:"!?",6:"?!"};function Wa(e){const n=e.fen.split(" "),i=Number(n[5]??1);return n[1]==="b"?`${i}.`:`${i-1}…`}const je=600,Cn=110;function $a(e,n){const i=[];let t=n;for(const r of e){if(r.winWhite===void 0){t=void 0;continue}const o=r.fen.split(" ")[1]==="b",s=t===void 0?0:o?t-r.winWhite:r.winWhite-t;i.push({node:r,win:r.winWhite,kind:zt(s)}),t=r.winWhite}return i}function Wt({session:e}){e.version;const n=e.tree.value,i=n.mainLine(),t=$a(i,n.root.winWhite);if(t.length<2)return null;const r=m=>m/i.length*je,o=m=>(1-m)*(Cn-8)+4,s=t.map(({node:m,win:p})=>[m.ply,p]);n.root.winWhite!==void 0&&s.unshift([0,n.root.winWhite]);const l=s.map(([m,p])=>`${r(m).toFixed(1)} ${o(p).toFixed(1)}`).join("L"),u=e.node.value,c={blunder:0,mistake:0,inaccuracy:0};for(const{kind:m}of t)m&&c[m]++;const h=(m,p,B)=>`${m} ${m===1?p:B}`,d=[h(c.blunder,"blunder","blunders"),h(c.mistake,"mistake","mistakes"),h(c.inaccuracy,"inaccuracy","inaccuracies")].join(", "),C=({node:m,kind:p})=>{const B=Mn({...m.cpWhite!==void 0?{cp:m.cpWhite}:{},...m.mateWhite!==void 0?{mate:m.mateWhite}:{}});return`${Wa(m)} ${m.san} ${B}${p?`, ${p}`:""}`};return a("figure",{class:"graph",children:[a("svg",{viewBox:`0 0 ${je} ${Cn}`,preserveAspectRatio:"none",role:"img","aria-label":`Course of the game: ${d}`,children:[a("path",{class:"area",d:`M${r(s[0][0])} ${Cn}L${l}L${r(s.at(-1)[0])} ${Cn}Z`}),a("line",{class:"even",x1:"0",x2:je,y1:Cn/2,y2:Cn/2}),a("path",{class:"course",d:`M${l}`}),u.parent&&a("line",{class:"here",x1:r(u.ply),x2:r(u.ply),y1:"0",y2:Cn})]}),a("div",{class:"graph-marks",children:t.map(m=>a("button",{type:"button",class:m.kind??"plain",tabIndex:m.kind?0:-1,title:C(m),"aria-label":C(m),style:{left:`${m.node.ply/i.length*100}%`,top:`${o(m.win)/Cn*100}%`},onClick:()=>e.go(m.node)},m.node.id))}),a("figcaption",{children:d})]})}const $t=/\[%[^\]]*\]\s*/g;function Ja({session:e}){const n=e.tree.value,i=e.node.value,t=dn(null);e.version,nn(()=>{const s=t.current,l=s?.querySelector("[aria-current]");if(!s||!l)return;const u=l.offsetTop-s.offsetTop;(u<s.scrollTop||u+l.offsetHeight>s.scrollTop+s.clientHeight)&&(s.scrollTop=u-s.clientHeight/2)},[i.id]);const r=(s,l)=>{const u=Wa(s),c=(s.nags??[]).map(d=>Ot[d]??"").join(""),h=s.nags?.includes(4)?" blunder":s.nags?.includes(2)?" mistake":"";return a("span",{class:"move-with-number",children:[(l||u.endsWith("."))&&a("span",{class:"number",children:u}),a("button",{type:"button",class:`move${h}`,"aria-current":s===i?"true":void 0,onClick:()=>e.go(s),children:[s.san,c]})]},s.id)},o=s=>{const l=[];let u=!0;for(let c=s;c;c=c.children[0]){l.push(r(c,u)),u=!1;const h=c.comment?.replace($t,"").trim();h&&(l.push(a("span",{class:"comment",children:h},`c${c.id}`)),u=!0);const d=c.parent.children;if(c===d[0])for(const C of d.slice(1))l.push(a("div",{class:"variation",children:o(C)},`v${C.id}`)),u=!0}return l};return a("div",{class:"movelist",ref:t,role:"group","aria-label":"Moves",children:[n.root.comment&&a("span",{class:"comment",children:n.root.comment}),n.root.children[0]?o(n.root.children[0]):a("p",{class:"empty",children:"Make a move, or load a game."})]})}const Jt="00NkXDXV3+pVhFb5uL7cqZ4rCRzPcvbh1GA7wO7c7Rq2PTTV5L8816vBmFm3/ptbj95aGsKz9tXSgCsQJkErDNlkowe4A/g/HeM/kD8QYLGuE8ZjJs6F466WWGHxKhNuRPU8+8zOVc0I93hk5Bc1W5mLVhyUr0egoQwgIiegMlQHRMH6d64uA0F/AOeVhNLoe4FdoXFn1Xzm4LGV9vdzjTx+n7rftUTV7ohfgksnvaA7ycxtAI3kxyAy6hrKIeN0KlN2r2MmZOO2DNgcexuNieboMPJ9wTX/wNXKWQX/0MUbZcMgypvQPMzlvhECIiYWQXh+0MVZg/zpLr+j1jfWktN2VPPnkCkVMfMIg2+F2c/NCOcEUAVLf8GNBUsVkPYwP3yskHtvcTXnR/2AmrETLZwZG9LDySqj7sW6dc+OwA37hXr+bqwD4uAaWzyK28g2BbZCQTPAf7pgtOLkuM+bRUs5llOGb7bZEFhNTU4gSvcHAlDjuHJXrMxiGGChrWu5KSmd1nSl5InoFwBdisObH8448aMF+6oGJs1iS82mW4IgDIiEThSrkpZvEwW3lUjg3RRDVfG8t5WonzSssy0VH/GG47gSvoPRv9iQqtwncKR3d41hDd+YTXF+HXa33UUN9TbyS1e+3UEKCD4tXfzS/oNr91PJWOZhCkoMSv/kvoA/+aE/nAp65aKuhyq7TZ52ZJ+FIk4IrxllMNwqQ1CZ/GFUNlASWovSoHtmcXOYwjXll4tO234MKwQP0Ar/B8AmjRO/if3dSkYjVrsbQKzeAsouAXPimmi3anPB/+n4AcepioxV6ln8fNeByHXvqiV3GpXjVAT9t+Kab3Kr/oaqI2aR5m6sjgpw4TXT4PTmvD7eH6ltMxbdj2/ILexSjdPcVh952VTSgW3GKxtRDun0KHegPYfC6pqb+J2SidLeC8JhxqNUFciQYg6kBWd5sJYDJAuymOyHXFw98byRAcNIeBnK4xg9aLMdfjqMU5IAxB+JfMyKC2ZSEc0eGVU5WeX5bYru+KKSl1OTiumZouTj1j7R5smZ80QJr9r1XNd3+ey7ewbW3jvrs4w5wZldqjvPQMo8A/kmL24UhSbViRFhZOl4cv4M02xbMjwdq9Y4gyMkZfhQSrPUOadME0YRZktbk4G8llGZn34gp4Sdsx8Lv1o8xzCWyW35zsNA2bcekgIRppRQ0Om8jhCiRak1tJAElUAqSQ9BnAkGRYM3vbXXY+FW8K6HDhVuXPfRY+9b9X/LasR4r7ZqFawNMSBEk5Lh1KLJHJkhjK7rzwnKbV0R/cfnTzHm/SXf+EJpEsjqfs2Pk9fnUk0Ajopwvwz/hBP+Llvev8UcjjME2LXCIACr2eXShvwYtWthIdyLKGrdudRCYWlpV+R/CMjTGvs8jSM491GDZTfchnfxyCrzRIyTJeaqte09ZS9SMZPshATfRURYwo2BmT6nQX3kxbw5M16fumboaMbOzw1E799vVBOMBFG9az6dO8zkbGijeFvgzpeDDINfJhAjySU9wy4aljrrC7KMu7OeiT6ARgB3MHjRdQtPtY0s7/dBehmRfK/zgufSq//8/pqW0Nh5EE0MOAPqW9rXBBbtj/qQ/9X51NZnHJBJDMjqiuf2jF+4tWjQKhIgZEFCuCY9xYcM3K+853Vzhlmb2N9bGV54c1EFr7Y3z/LZpa7tF9IKHVtzgg3m5CEXMxtixEZzBLKbB7kjPXatsqlnkt3fWca2i6hYksCX38r2/WINEwwBLD14pE+nxcWmx8b8yyJ9TPS7iPT8O3dKx3aNXZO7eWpCsBe/a5hR6CTzxBKkvLIflHlmgEUfSB2yX4lh6pNt9TZe96+5v2ufCjw3ofU2LeT6KCzmWJq6f1ib8dQzttgrxZoHPJMubHbpmiTdxE+UA1YOq09BdsQOnyZGdTIC2vFDDUpsndODuq2kFAtikAaKwDKSzxABCPeSq31M2i3lcdA5vEFDPJZ8i4bWUTKG3rjPTbxao39aEdeNOIoMYwOr2+isl6rZJ3K/uUCj6XLcz730SYyps7PQvX0E+0Q9RMqobiifv/OU1+/u17irz8SXyEA2uc3i+9I6VqmzHv+tzw99KQD/Lqq7R0mFeQDAcmGHg5AvEvhkG/n6Uzfpl/XthTfS7+61z3OjtuImoF/R4PCAQWFuaG69ESzbo/fKEQHGqZQ+prNumn8IC9dVIDQUbbB424U7yRUu3ToCQhP2x+ycjygEJuiGcTyj1FLDA9g0ZQyqkq5kNPlZ8fU53JhBUhtqW09PVOGVDbtQO3FbEuDA/pjZXaPjglOUqQ99bqAhEh63rUe12uRUBwyaB+llFkC02++o3vOL4WqcSojuLcTSUmlGfcfOkPkYl0CWysh9RbaLxGQD533K0CN6VgmVK0XUHxR1PJEEkYiysML8/jaNxwHNO0cli08jU5oTrUF/ZKvgwJAJYoQDM0js0npeswhQm+pn4bx0p2Xz9k7ODost3kX38vUxAkTXg3nTmoRmFDu8psk6d7HC9aiXQu5hjdxZA0NUgG76MXoPClWJLJzUZxHenxXMJ/5gv+EG79pX5dDMjigPaCohXsjCmbq8LJmmJubMVnFBAVc/ODS9bfdtICF/TV+jaOJ0g2n3iC3+lUnwuymHl/LyJ4qwIqUrSX1/3eJT732/8lf18qIjqpb38uNXNBDg872IK73hABqcBK/TkYmawhxu6ZM32hBgWG7tX3o3ewLCUEBZMOXoBjt3H1c6SkkAgSuuEVbwsFFQ1BDtTjbpxse1f4nysDfTtD1NOBRZZ/YSYnIfi41TJc6cyEDoC2/kmW3+vltRs4DJQ6zVFF+DKnmkf1qFigduoIib28BvjIrldKfDMYkaVSOHh4l1ftYZ0VGRQrjjICGfAtwx/zodwjSZBGUQcp/dEONVIOvSIPml2BVFaF+4AKs/GAvONfZMTsx10cjthXUcm3W4YttOs3lg9HzdpkbmtDbvcjh6iia7ktM1c76WZsXrSsiEuBw3MejRMT2ntsrQKddYQImSlEeH0ITONxp15D4nX2Q80/roRs1JQQqyPMoUbsSdXjDIyfG7s+t2umbNQJJChDHncXDPLXGTnFVNzzr7kM3NZUj48+mApUE9hVamYEryDlKe/XXMp7x1eFSGd5cEvVfO5UcTUvo3tK6llhmH7qO8ChXXMJJQN2lhaiHoetIHJ1wggN824/5zhnRA8thVGHKwzTMeuxMTSdjUkmNR3Ezl8d3ljU+43XlwhR+ooe0ll0d3Fsv7lDt0FXAbkwTVKGCG7H6FlYTbSfD/8FGXklXY9xk6GsDzlc/Xo/xYHCWnjzLfFwlqMSMKh8DuwW+FllNTiSmCWc4qWIqz/FlIqPsqakvjFMrGiTW33zIG2wql6+nYQvF6JQThW4NQXrnG1Tp0o8073Za1wKaFyuiqviSevoUdOQ9lh+gIVYju/i7uXA5Trvec6Iyz5xgJBlUzOCzPZsAZ5Y4hpJU38scPc9oVAMfkLyO+ilKpnytQQcNWfQBqpRUsn76vjLoMefFmHTJiUeeX4TyC0a5RJFU3p7G6KBMcmroUYSjquVawJzNurpWzbMenyPPfOfbtxwyUgYGATufYjkZgyakMMBkT7Ur8+uJurwEvBtj/29KURzFgtdJsLF0fN3sSDBwJyhiAg+WQY1SlMh4HktvyAiYYapWfHsnRXxDga/zvZSKpOfmqM+sI0JSVJR6kKJuGT7U8rIgOTm/lSL0n6JtSp9HVrTy8i1PPWrF1jEzb3+gF4owN6OoS4CdIA/JaSXNIjb5BHU7NXw81y0WgIAd1vCpsNoNL2aIW/kB++/efjBO3S5LPvZj1CHd+ywUvNOtSDU6YWgs6oM3RQC0R5lvdU+AVrhEED0fMmaQYPobZom6kfzjzhPLFflbPIiDyg4QPz1QWArj34rk1XwdJwQQJGADn6UgV/th381/PH9Syp19pG8psICTVgnk8tvPNJLNQP/w+GjsmiOIdZeHs/mL23jAFWs/EcRK6gdvukz+6lSRFCdKdFtFrZqG6jvWItk0dvpwVxQC3zjAu4Xv36fV/62Zy9OFG0mYuukokZNzj4DisPGm6aZKTJdL5hLRoCfGHaa0w1bPHpnXrsBBYAZEb+8mXgvPraWN5i6qek7nBmYmT0PLsM30z6XiLEevggwTR+V1oTbzK3OIoMg1YjvcckljGCEt/IkTzt6vnSTxVIeuTT+lvgp3ec65pL3DQI9W2Im9a/YB7kSLBe7hJEL/gatVjgK1Erj3t2h20BTQO5TqSTFexjks8d068HrpKKREow+ByAjQrs0dca0eglHryd3DCXevCIjkLTREwb29qlHtNrDTPdNftQX4ux1n8axcftMpjzF3M/XFZo15ZyTTd1nq2Va/dSI9Y11kdqOcnR/DW8jvum3CUvoMCMaoXYHFmZmXLkD0Znouvptum2OWEJevly4D+Nk8dVIeH/jvU0D/1GNfJ3naFITMI7MZqYRYxZA2vixN+RLptra6DVaF6hYXCnMPSvvXyBRW81gohy3ViXoF0t0XdOAPG8lMy8jMS9pL3G6k9Kkt26EDuBbvUJc6v4IlkQsiN2/EWQZ2E+xW/8eo8GUCStK9h6Lqc5I1K63mIeZmkob3jtR0ypCiZjNPqxxBxalDZQK18ps6PWaVLbsclD8W2Xnr5X6cdAyJ658i+HoiZX9lWd7y2mU9xFSUBZdkXE+0QN7lICR25qb5sGh8mXZJHM4hVwPuFbAY4NgJQENrh0Y8OOFPJIYYf1tsFC5gfmDcw1DCnyeTgdhBKpooCVI+F26mOAiLc5JT3zHmMBfnaBulZFFI2Kna5Mk6WOk+ffJ4PhDLViISVlVPlm7qWpJHFqfxszWnn3Xbg/TP8/a1Iab8tWYDIpZ3/uVdIZuoXwbMr/9QYJwgOXfrBcuWX2mizgNmbEEDqREez0fe/r/fxZJKtqxxOjQ2XlEx64Js86sXRCHEWa+xiCd6oKQGZ4ZcUghQrJCbXM85A/rBvLXW7zpLxeG2/rtxfAlnaGY4azRu8yNInqYjYNev4Y5O/Udt990ZRZnk1vq04k0bLEIr9a1xehpTfHZEe+ZBrbLbmwx/o/WJv0oQWCFWUUPR6sM3NKTy0+CaOC6bCSAlby+fBAv/woLwSM6xXjMJlwC48iOLN2hW8cW2SIkZ1ilwillkYy2GW+eDTjMIwDoIjN+tr1mJtvOwrK1sBv0MdI3XOc91cMJOBW+1niEgej/3gEAeDLQLRSQ+jQp9X843Th2iFcjD/qEIwXtaHJf2hQyPnioqJJ3R3W9WTE6OxtBLjb7S9lDNPxa1vK922SbCPUiK28C2Fy/GO3X1angSSjvmW2DbTaNGNu4qU9vP4BEgX8kqUdI2BDxfpXHrVnJ8b8BHue0rbGNxiYcizEB8UXqH9C0C2iOXK7N0qOl6k9lL/rFTubSZItD4ZcnjhHzal8v7+/GgT1Tqv+iAbh/n8gCzwGAHRJg8Es0QEpsqavpXvySABL66P8dze/yf/10vYVQxyRryhmTU2bQWEH4oqAz4N8eUKq9DAFrt5L9tExQhC8zSpfLBYsrVEEsuL+sZSNQltNMFiQxJK/pnpe4ZJomYadCT5JiBOJwtWCb2aYUE7JwW1fK2z+FS5pxGFjLMRUd2aEOpmSTyJO4l4aPTXCk6Jny3oNKQBC+xX2YP4VRtk1P/14thLw7lVMtJpVnNjTW6aJlHz7GsU6UpWBhS9TESVnFNnfth2AeImnh9x9JO1xxhAZe2thlEPS8PV1kfcHs5G2yJSKHzNs9e8ezjJQBL1oje7KtaO8fuxIRsPQnoHH30bkqTfk9mfe5qSKU6yZqDyaACL1+yVKi/qjeY2uIa4RLcfEREXVNLIgTInSk7+V/lhMWorET0d82DxxY8WT1wsv1tLy4TDSsSRlG0o0vtEsPef0lsPpZ91GkplSqmrwHwqlJAs/J/WctTRZssf4SdTWL4swzXkA5VOMu6kPIatNJ7VgjbRJ9xl83unRJmQKSfA4oqzIYuH0bNI/9fJ+05dD4KWuNmLiQVIa/Y7/407eo/KT4N9D0s7WAb6E8y1aBMUYW5/lvHrJKWY4yyNBoFX+WPmyysnAgtZCZGyjDXjLijlC7JMpTt1jCnS5WKbK4JllVBYpx0cc0wziNatXMhlNsWc8QwQYfZx7R1O/noBSUIF+ID1HfxU4K6GAHo+sazW/7TcNtXSNqmBYIN8Tyy6fI9xcU2pTLjpOsVFLG8J66t/hH1EGCNadOPsX4NNN0p3K4bZYxL1cp7W2sxF58VME4g/5EgkRuiR0lIYBoChGqvCXg7z1T313n66G3MNaWmaPrPWfwcf8edcxkcSKiP1Mdc0BnN8IbggO5qaxta03+H85OTFeyTg1Fimsa1KsDY5Y7ymOSRUiKLad/2kfizKPJeJS+vz5QY74Isq4QKOJs6W3v+bFiGsmImSL/T8NmzmCy9ujQir71MHtxeZPBGdhn9Cy4e7RXaUsu1pG9hUlZvQGycVH36MAEMXLHEXbp+lPQn+kE5Ih+7xrpLLi/1Yl3A1ewr25w0guRGWyBKRM7MpqCM4CTQivGcddNBHeOBhqAJCD/aITDPrtV2bL0i1hyePtcBbROVtUjjq4qSYS2g3Uu+CdXGjuOKvCSB5Ul70lUzao6utcF/XMxYb/Zzczv460KZtCbESJoncEQOjMbZ2gIHKtEg7G6sTwXf5wgpjnkt52vbKKw2edEVZugH6uFK1KWwK4xjYU5VYILv0CtVBvFDk2DDe5+jjS1/ELkyHBsuutePD9Becz33bVTYKdgXGCCXd0zMcxJP6sT7R7IjUvn4KuJqaOnxkq1Dr1IgMxLMfxZTAzjPOLIvcHoa048zNQ3/1G+arP0/8mF+13fmMrCH9nEAiRhOCSNRP7AWTU0MEwGbxWs1Tqo7g4aj7eR6mj75HtJpEUlAiy8vpLmn4Y2WKGbq2jn/nAOHM9b1j1jP6LZRuNUWvWJrDe9b3vIJLPXsOg1s+ckJklBXHfqyB12mvaJbo9x88F/ALC7m4zjRX1xvR6VSy/IlcvOHmMyNcr4ZpHso33mWk/VMhA7jJHata/eATSEptfmDk2guGtcy4TYkPcBeZtC7nJQgnQLfAFxJPpNgjd5FPjJmsYDWqHVVaZa4AX+qo0Q/JFkNndXb7NeWHueocn/EWAzQdkuXnGaCIFTYW8JcCNLpCH9SvMvPwp+qvkKlQLMg0faF1itXeEeg7zuURA/JAvlyY7L7TBJmHuu6t1wY0AyiY+BQezgyjlZqUil9ZdxQ2PPLf+PcZIUNjh4/gy4DUl9fFWxs3Cl6IdAIQi8HR1Pw5eYFPBOVHpQjb6V4W9NA47Dw8nypKPAYD05jCoreV66BGZI7Rpumu8BJFNfoynjkvdaNNz8CCfe1QyyIjZh1ZMSRWJ2xVy0fmBNt0S5qEoOYafn7aNfrhXaibXWHrqeoGukBx5A516yhgTLdp1ZOjdSc18cR7d7JxExhn3AUZzzCxnSjILHH+once2B6JhHyRire8C75BACjqYJspATsK0lDJjAu4iUEE+uRqx06k0se+GYwNX4QsJhdqAluHbPs8ws8dbjkoXof4GlAOC9reEVxFTz2urVcYwRsi4mq86WKDX0ytKlMHGxkKPLD3jnELcYjea6yal1bIYEgVRKo1sucWScWxcq+TMcau4iNNhCTf1Aa/Z9vNWBjsruVjfXYJpEeEHjQkFxq48v6yxNoHNTku6QVFIZSeyEipfra7EQa3otJflguchGCvzsxOK3FSuh3NHQeDHdnIgDtiil5Qm+t/rYmiu31dwt/ixXbBy+i1zI3Xnt0a+5UxwSAU0Ho87qTK9m0Z2mGOtdFukSyoosFY7Go/xhl+nQm+TvDkpoTgleI5/CFQ5Pe9vPLsAIR2dco9SMlRzbdUo+CwF742eSH5vhWWzqOBG/yk+XldoFxQXA7xdS7YoiNlHvppdEhANPy/zf7ePU7pndbBLEmnM4Ne1VtRssicQlibTJFU/l62PXuxrHgrcEnZqD1yKFof4WIse9OEqbzUTZvj3p/4zx6z55gPssbuS8QzAwh8FK40tB6vHFo9iZfLzx/gTwzG9JHEdCcsuGL5wS2RlftP1/TYEv6XFHOV7Vy51ace3lrhLfP+zT8wEjqkeJ3rsHzLf3d+RAZXLOK+UG6Kj9lxqHl8sKEI0pwO6Jp7VLxfo4VgQSvJQFygeC7aOT/AT1WbJ7kgWoLBp4AVm4AuAaFNR3LFBLcIYheaRUBqRwE8F0qGkzG5Zo3YMTcrj79b32903SxF8ONXn82abgwtPKdjHdBFA7cSw+kGWaW7PXmi9T2bT7MYbqR45/y2tsSBUZllFyn1UGz+UVN23TelIhOsrAWh+UsaDKLL7ILsZvl7BOjVJC2uMCFswemm2PFvedNDgXyVk0LLrn2lweWE0zh5X1T2VrztLq8DZ9iQis0f3kE/bSt2Mbl3CO/uNtSotVXyb8t2r1NIphdDqAytpSGbPnSl75QEt8N3nb6/+UKgFsG7MegOKcgi3L4wM2qvWpH8Di3Xhs6R4LAyuUb9ny1c50dlgE9OzgKfb+mlO89O5o3rBCjJMEICcW/dr6hk6daFK6eQWJJXe1LMNcwlGQIOa2WRmAukosWE13DBiUQRrG0SoAPsRGq1+pMDpZMvgSDlH9YzuFyVZFGODsKBb+Dzb5lTecysmi8MDehjNAsb7g9msICg/1mCkecQHrm03GtJNsDDRJr44JHCXJmGZiR/u59yWkgqGj+zFKlNBF+rvBFYj5cjWgE/3JWsETAidU8GQqRJWN6NJ0usLlAjJOJ8JOtezQglKNQbmYMSuONmGDQaWFGLjt9Mt0CczWUwFcTIoGw2HlRdYOrdO8dz9y3YQwpyyqz9ZYbNcLA7GxmRo0BFvawBAECe45wigk73HSzMMZvunsrMdnL7W/A/xyexg+FGWKrHE6acMbTeg0uaPx+VZdZlHzrb3CXP2/R8MOHvJPCONfY72DahdTNL9LDZ3F2VwLP6SmkQWzuXQltelz+1rUKG5+sFj13/XH+xzDb5Xu2JYI0jiWuZzlZJlrIPAh0a1RMkSSRC5RDxYNxzaEU+XFPHcPMt5nfHAwGgIPKdsVdmEZC7pcLj2BIuTnT9pzB+XqJKv+sw0oxTt5FUfAY5DE+FLmSOD0dThLZf4CHB6EoiDV0/TArghQ3X4IxR/AWQ/PXVHBNGXhqSnMvgcK/GfRSdJM2ClyKEGfhDcMDB7JZ0ngqgYPtBQKgrLzHoH0xUhO9LrAroyjh4CVPKDX6fNWhHbuouumx510U/LRDUP+CLmconZLwKh7bzvNpqzeXGTIDdHzdqDg+DvejbdFPAZlkq+Rl7MpLkTT5jNOqaVF8xHO0X3uq2tuHWiuV00BUuRMupUn+TNICYtyk6ivuaZMj2x8Sl0xDPz6sB9z7SGS9A1DpBRwFHg0cbQXXh/W78lYD4BkiiGQIojnaIbztWkX7z0MWxGCSKftT9MpqlRNJnO77oXJ1f6JbN9evBj5JrA445Qz3IUyULBpA+gq/urpF6X0qYrOwAQbDcLTgZ4Zav7WaCZ5i5jKiIszZkXdbCLkwbze9pe17gLt3zR3AK9ViOpuf0J4o8P5gr4Gx+/G6MJaKUhIxHlUOZ/TM5AryLKiaCehKcX8F2LHURwWcZEI64NsdTDyP8SgaEiESY11JZk8XnFNv1VC5ombkfJjQzRhlbANHxC8W1W6eUnJxZ/6CcNHt7pERo0bYGCtWPKXsc3nFoWHgwsRNo1UEc4ButKbyf39cGbcakQ8aQbGcjrVCHt/ZNu+yb07bMxzdJ/YVrkQ9x7YPNYepaXsWwKXLQPTRYTf1+GK4LLKPv++Sri4w7d/Jcp6ybLqX2U5qcxlG5XETByJj83uoJ5QG4aAXyemg7MUzD01RfOCXl8DtLU7Qvh9kesDfJ865nw4XVtUBh86kab7zhs4d7u648GiBwdBga4koJ6YS1Chl548vcntcbpgcbW5Nu2/qUrTUHVN8Q8d5uYfN4JKZYPCJdNx2NG/ymj66LAw8QJdCxUf4SVAkrbQdcztShc7117JciY+zFcEOdCtwoC3hSLoO0W4HrnQJGn+kMu+PVwyobxeMB0s6q1you8+j9+u7D+8dHjHEYR5dzk5YpBOm4i8S1Ja1vTE60UK5S/AYxeqPh6KO1566jRISjRMQT06OIp6ZcHm5Lxx0FUjKCUf1ZLA1BNITnAs0iQSIbezwIvA8jIxtSKt3BiYEkXm8JCgPet/LcSXzJRcclR881KD4w5mGB5K/l7IJ/ONCWzw4FKtFGdkeu/aDAelEIrB3GhVGsmvle7sSI+7Z0PvszbpDH1UTNsBRU3nq6A/f4X5HZUFDb1ws30wp486ubZrb+MCN7kA2ev8WRJ63d6TPG0bKOrUxU3Jrl5YMxSLoAyyMQ/vDOjX73PTnRpnyrWffF9jsLGgzeHj15T7z1dPVKnmdly2uv9wAymfUJeJMQkHITYcIpWUWWSfTkeKi7HjeHQIUjjDcK2hze5d7O/TssFoZnyfQ3uWPT7MmNIUc5b/o6oADs8Oyw4U5Z4HVf3iiEkMIh/fvxAq0PESy0JHs3N2w7OYWcSh5OU+Q+gWvJlWYGtA3jvsKU9g+084+gmUNNXWP+Rg1KGikZbsUVxARWKdECK3hx90IO/oPRe1U3uPDtImA8bhTKdvjT5CwL4JaPQP/8In+JVRi7syX0KrPak/2+heryKuRaFi21cVI9J3rquQJhH9tli0dxlxE1Ek8VqJp5zp+Y5ITMz0wcK3ZuTnVm5LOkGBUO8By8hZxvwnxPo3Rv+NzTOFdWRqXtO7JzuzIGCFQF0lPF38VhprA0m/1pEXMlz4beTlUpD1/G/BysH2m03lDaqKasspS74p9sJ8bOTRmrR2XcziI1HzQib50mdUqhHDvNm0YRdDiCHA7kkJpPJOQ3BZ1ARuH3Nm/9R+Yp6wTscmilLxKSHijw5vHSJM7I/kLg7y621ms5TOmtSF3NK8DsvnDTLEacRVMdWSpF0Q5ZOYfSM//FkYaWuKIUXGqxvT1Qe+uYSdM24F5B8ViXIYdVqX3N606JNaaGVWigkCWK55gp9Ikq1EAmOzayeImKcek3dqUJer7daALpfnn1bf9xNJFIQZXvVKmxcrwioQdtHjfHSw6SxndfPOVt46LmZ9JskqM35oA0eH7AKaa7YKjYODkE3LCkaPLiqeb5GuErjGXu6uosB3Y+iqTspTjlPTvOulh4X/OIVyhEF3Uq8lRHT+zvrFNNxMHF/JxLrL7VEKwlR7qPSi/MJeyiuZydGkmOiD2B1KUvKxfqjFyFayn4mguJbV47ZZ5kMtuUMspgkKQfjpHyK/C5bsYJ/50RpOl0W5Gt0D6iVA6wdtAOtM9eRXo7bbrGhRqIAKMLz4ZaMM2tP5/SuMeTz4XFo4/4LJNEGDof9lTHJWPG238wvotnUZUzAejGUhdtVy4wKrmC5Qckrlk9GEPywBRsmTRAY+KKTZ9ErJAu6aV8T2cR0ENs876YYYGAoQAwJpTnYWhMEJ8EgW8QOYuYj7HRh1CkS1jGio22/Kdg2FJ2qQXDVc5PeyM5vHgkjBNUDzl8bjVNMnk4PTDCB4H8Tjn+YPf+Z9j4YF0LwDZepM9PrpOko2D6MzO1xsUiGgSwzKsShHKy+nTGol94gptAOS/js/iOBOXuE5ZHmTE2RtJkHq8nXKpbRCdYNJkZxT2Kwy6FYSSbyaLG/K1E5qtbnHrLcDkvQG/0BF4ejRkznWIW7aIXOV+2Phgo3LJENKfPlpZdtzDnxNzl0dlzSUaq17mh3D/v6Dk2fT5kxfeM+bk6OoAuVpICsitN6E+w6ef/ReNzTguWTyzmh1AAs1P059uXcuskshYgfScPS+orAuPKZayEfhfej5Hp6XxNqk5UoylrUqnSx9RIlf+sbe3sei0yxuEYi+p+bzipIoz7NCDq+1MP0i9K9d14vv5+AscRibtaYhHC/59oXW6zxM7UnXv1Xn1jnhsjWGWXmuogUYuiE2Hsf8UvPDkDuuWdsxLwz19HcW66AT4fCt2yoKKAUSMeRyo0XpxotfiB/KzGjif32B1/tyCsjG8JUusxnlzR/JUfRQ2CsaN+8nxJNmULJoWO3KVsJcQlXocdGR993zMEfzrowSShClU/yhJqCeahdWOVbr447PIpSpLbtxPG0N2loIkXv9cy7iCQ6gnvdR5Xo0mOKunU8Q1oOv5D4dsECHP/B1sJm4DsBPt1RO2SRaACpNDPGVY+MzDmq/lWtQSUQgp9NDay27816tl9CmS0p01RcEfos3aCGYR3QPTaC4cL6F5u1kqQa9WqNLVZF9CyteYq3RUU/MdZJupwLlyNOGcSZPblgJVFivO6oS8n+Lhi1ux5UFKrHMDCZ+Hz5HC4rNW4+sJTLWdQQBcVTLRC0dCGtF0/x05yfS8sfXGpx2rfRdUN+y/af/wt8qg/Fbh3Rg1e+LJ2LDoOSreaNFQDVaK2wyh85683NY27Hao7UjrRkSFPJckgFl36Pwyu8XhKQI6sIi+BESVaeHh5KBBpIarFLg1oYqLJmciHx/ENav1fUSTJQWxj4SuwQC6zdNli9QEtlJDPvBZE+zfmRzfUGScGSRhRME18H/ZSfblYvgM53AyPeVF3xNmo+CDNlS/sa3oWwZ1YEb+6Kwt9DdPtTOLl7zShDyGSIFg/kEuWdsnGoRpM6WsHI/rwdmoRoTWMaWCv/FJ+GkJiG2gCtYAqDhwc4xvItU8THxP807AbTUFpjsufDq+hWh9KZMnt3qvhNP/QwZDc3McwfFovE4yXGtQdaer8HtGIhgyIe9Ot0pnbJNl7OmbNX3uildt+v0YeZme9m5hPxivNoISbvga20lAZfQWg23VjbfiYvmAGcUMqGeHup85ZBZabvnEIvWlVDA/Q9MVot57oQtSLTl4Zh0tvAKxe6Glw4eqMoQ3Bbtm6ui9Cs+IrShdwRZH2u0TdckY2lOu6ePr544C17jJj0go4WutqO8ZHkP+9vtdnWL0hfh5C92fi6YAk4tVo4lwfYGLbq9hWD7eMy5xooswrpLe59BFBs84AS+rnFuMnd3+mg0Vy8xSd2P3naAlM329Q1I9leRoKbcJ8QzCpEgRnZrKNI48qsqhgyvzyfidhsK2JlnGi+qL87hyIrEhApE9y9F7tNE+g9ua1cjz+Y6WUjtaTJLmxHILGreKA5gRjjuOPaogn7alsw67esa7+3ntieo5Zi1PRzW7rBTHWL32kMVpWyqnRXLJAmkGFvL/Aa8VteLYVmxNQHa5/d/oz95m/ASxGyhcH1qeSRqWW64+i2WgV9QWYnmhydExWqBsw74Pd3uZ0Z86CgS1IiIw3axmxCF5IFDaVme+ho+iz+xsGJMFCSYAHKtaVDEjRLR9/DNCQdR0rRFjghvCKm4mknq0L0GjH9dQz05x+xfw+l49b/3DO89G+gMWhsRwUNHd25dxRJ+MbU9EzG6/GsCqM1JgqAne92xY9UTsqB6HnalZDwOe7aDdq1U7Del4hqa3QoA4KeiG/xNShmlViNFFEnZ+NnojBHfYRVmUumZARNwBv5VteZM7eGScZbq6M/byo8VtuX5FPeSKWUZ31d/DFT2oDqCywFiuNB2lK7ghKNY/f/3rV4T7hn9zcyfe3s3FUM3qPJ+sv3VXdlNQezcAT1TJbHJEoUDJtwtHgYMqkam7akDnnchVk9DSjjLy8LTNerb4IP8iJUrU+YjWMCZ0j2kgVJ+WY1gPagko00H5vqzgCkD4E4J5WZfS7EDsVsq65123kEFKjeMNNAgNvbfJzBnjVHF93RcSwwTUFuxqEA9ZmzmgIbENrFpUyNPeqxF3qpCK7wqRfOP22NYvbi/RzwxQGY5UcoF1dFHmqJUDgODdSypu08JsYw43QbxRucWX45ZpX5zwmwZv+ItLbAtTxNPdDEjs+UjbDFpQDz9iRUpsUZgWseBfaoG9KxcHGAxMLa5Emx52IDNxQ5KEeUGiGGQSDpYHEyZhAutrrDjq26T8+67kEjRwvb/JWz4/vCZ31IvhiMo88zl1/u1yT9xBjWiWC2628E7tdaBfpyYP7HUf1dEav8sAyjOPA1/AXKZINMuTli4Sg2+Oq3td/t9ddyxkFpsQwZEFzdxm5adpAdluYQnCeWvDVVeAPcurukt92TnMxDHgC/1xrtYhn+Gs/lsc50jFqqMFGZu/E7lIxMJqaqFZp0IgBfwpquM9ShQV3t8HUYytl/PLzAS1SgEjSyUK64nuUZvfVCtspGC63Ce+hF5trmvszf9ncPv92hJ+oLoStb1MFzN8agx4/Wt47HuREW+aoRUofU+vPsEYQoNHYcvMpxTov7vI04r1UUJ6/h+j+I40xLT654hSjpBf4N+aBQd5e4uqWvgPIsKkdzunj+lJsXaFnkPCQSHNhussUTlL2WEIu7cFFAPBbNnt1xS5Kj4iUv7AqXNPerJ2Bd7hlb3ZrkgZ7fzaGaXHRKrk0vIVncqnBTyH6kpNF8r8vxti+JPY7gVnCmmG8oaNfnF9DaG0nDQ6k0MtMorfYtkj1cy1Yso1dC/mgZ0/e1YWTjRC/LOZyWlNdAl1ZGCKB5SY+mGwesaS/54yEZaq2H74JuhXsKwojDWq/Qupd+ZfWVTJAyUK9Jqj0Hiq2SB8Q5eLo1dqydrLIesDooUytB8jBwJUjG5OjBKmeKK9gPkYfQbZyZwsZ4tq3Ys0+pDgl8l+RMLz7/hg3PzJlVV1EJDwoL30W5jTFYwiOTpBjdD4TQ+n+PC+sPYWbzuAvNY5eFzQtJ6DGAxX8UHxJrRaG05PxYdhFVognaJgz0n2uRN+Ph4Ht/eezvhLdBZxd4UfISe6D1AhrD9hV0WErN6wGseqxK0cs/0sK3ewRA6f5+ZeZFInxwZY4+kxkuqMGSDaQL4d+JnhzvcLkNbCmAehM0YecIx9gCi4Fos0atHts3E+Aps4Xmt+LYITQhHuOXL0M+X+gtH8gLQ7YTkqlDHNuZ1kArHi4K+m23gOykGBwJMxBfCv4QOaQj3W4qarRZX5SlP+bp3eTn2/jSjZxnXOxCbW4lZlR+JxWdEdttlvD87Pwiif2ZVm8I2f3H75yinSIKpBHXffw4PZZ98CZNbqFEUQVZVuO6VbCvcobdiX3NZ0gS2hp0IllsP9NrZYfYMo6bhOhRWp2rc8wjjCD8oPTq/RV8FcAPf68",Ut=`#Alekhine Defense: Balogh Variation|B03
6rooklyn Variation, Everglades Variation|B02
G|B02
6uckley Attack|B02
5Exchange Variation, Karpov Variation|B03
IVoronezh Variation|B03
G|B03
5Four Pawns Attack, Cambridge Gambit|B03
HFianchetto Variation|B03
HIlyin-Zhenevsky Variation|B03
HKorchnoi Variation|B03
HMain Line|B03
HTartakower Variation|B03
Irifunovic Variation|B03
F|B03
5Hunt Variation, Lasker Simul Gambit|B02
EMatsukevich Gambit|B02
Fikenas Gambit|B02
C|B03
5Kmoch Variation|B02
6rejcik Variation, Krejcik Gambit|B02
F|B02
5Maróczy Variation|B02
6odern Variation, Alburt Variation|B04
Iekhine Gambit|B03
PVariation|B05
GFlohr Variation|B05
GKeres Variation|B04
GLarsen Variation|B04
M-Haakert Variation|B04
GMain Line|B05
GPanov Variation|B05
GSchmid Variation|B04
GVitolins Attack|B05
E|B04
7kele Mbembe, Modern Line|B02
DVavra Defense|B02
B|B02
5Normal Variation|B02
5O'Sullivan Gambit|B03
5Scandinavian Variation, Geschev Gambit|B02
MMyers Gambit|B02
K|B02
6pielmann Gambit|B02
6teiner Variation|B02
6ämisch Attack|B02
5The Squirrel|B02
6wo Pawns Attack, Lasker Variation|B02
GMikenas Variation|B02
GTate Variation|B02
E|B02
5Welling Variation|B02
3|B02
63
7
7
$mar Opening: Paris Gambit, Gent Gambit|A00
=|A00
/|A00
&zon Attack: Siberian Attack|A45
0|D00
%sterdam Attack|A00
$nderssen's Opening: Polish Gambit|A00
6|A00
$ustralian Defense|A40
#Barnes Defense|B00
*Opening: Fool's Mate|A00
3Gedult Gambit|A00
D
3Hammerschlag|A00
3Walkerling|C20
1|A00
%sque Opening|A45
$enko Gambit Accepted: Central Storming Variation|A58
:Dlugy Variation|A57
:Fianchetto Variation|A58
;ully Accepted Variation|A58
:King Walk Variation|A59
:Modern Variation|A57
:Pawn Return Variation|A57
:Yugoslav|A59
F
8|A57
0Declined: Bishop Attack|A57
:Hjørring Countergambit|A57
:Main Line|A57
:Pseudo-Sämisch|A57
:Quiet Line|A57
:Sosonko Variation|A57
/: Fianchetto Variation|A58
1Mutkin Countergambit|A57
1Nd2 Variation|A58
2escafe Frappe Attack|A57
1Zaitsev System|A57
9Variation, Nescafe Frappe Attack|A57
/|A57
29
&oni Defense: Benoni Gambit Accepted|A43
@, Schlenker Defense|A43
9-Indian Defense, Kingside Move Order|A43
H|A43
:Staunton Gambit|A43
3Classical Variation, Argentine Counterattack|A75
Iverbakh-Grivas Attack|A71
HCzerniak Defense, Tal Line|A77
X|A76
[8
[9
HFull Line|A74
HMain Line|A73
HNew York Variation|A70
HTraditional Variation|A70
F|A70
I2
4ormorant Gambit|A43
4zech Benoni Defense|A56
3Fianchetto Variation, Hastings Defense, Main Line|A64
Y|A63
G|A61
J2
4our Pawns Attack, Main Line|A69
D|A68
4ranco-Sicilian Hybrid|A40
5ench Benoni|A43
3Hawk Variation|A43
4romádka System|A56
3King's Indian System|A56
:Pawn Line, with Be3|A65
Kg5|A65
Q
Q
JNge2|A65
R
C|A65
G
G
4night's Tour Variation|A61
3Mikenas Variation|A66
4odern Variation, Snake Variation|A60
C|A60
3Old Benoni, Mujannah Formation|A43
?Schmid Variation|A43
=|A43
A
A
@4
3Pawn Storm Variation|A66
3Semi-Benoni|A44
4nail Variation|A43
3Taimanov Variation|A67
3Uhlmann Variation|A61
3Weenink Variation|A56
4oozle|A43
3Zilbermints-Benoni Gambit, Tamarkin Countergambit|A43
L|A43
P
1|A56
361
$ird Opening: Batavo-Polish Attack|A02
1Double Duck Formation|A02
2utch Variation, Batavo Gambit|B21
BDudweiler Gambit|A03
@|A03
1From's Gambit, Bahr Gambit|A02
@Langheld Gambit|A02
Bsker Variation|A02
Aipke Variation|A02
>|A02
1Hobbs Gambit|A02
6-Zilbermints Gambit|A02
3rsefly Defense|A02
1Lasker Gambit|A02
8Variation|A03
1Mujannah|A02
2yers Defense|A02
1Platz Gambit|A02
1Schlechter Gambit|A02
2iegener Gambit|A02
2turm Gambit|A03
2wiss Gambit|A02
1Thomas Gambit|A03
1Wagner-Zwitersch Gambit|A02
2illiams Gambit|A03
D
9-Zilbermints Gambit|A03
/|A02
%shop's Opening: Anderssen Gambit|C23
5Berlin Defense, Greco Gambit|C24
C|C24
6oden-Kieseritzky Gambit, Lichtenhein Defense|C27
M|C27
7i Variation|C23
5Calabrese Countergambit, Jaenisch Variation|C23
L|C23
5Four Pawns Gambit|C23
5Horwitz Gambit|C26
5Khan Gambit|C23
6itchener Folly|C24
6rejcik Gambit|C24
5Lewis Countergambit, Walker Variation|C23
H|C23
L
;Gambit|C23
6isitsyn Variation|C23
6opez Gambit|C23
;Variation, Lopez Gambit|C23
D|C23
5McDonnell Gambit, La Bourdonnais-Denker Gambit|C23
GMcDonnell Double Gambit|C23
E|C23
5Pachman Gambit|C24
7ulsen Defense|C24
6hilidor Counterattack|C23
>Variation|C23
6onziani Gambit|C24
6ratt Variation|C23
5Stein Gambit|C23
5Thorold Gambit|C23
5Urusov Gambit, Keidansky Gambit|C43
DPanov Variation|C24
B|C43
5Vienna Hybrid, Hromádka Variation|C28
DSpielmann Attack|C26
B|C24
5Warsaw Gambit|C24
5del Rio Variation|C23
3|C23
$lackmar-Diemer Gambit Accepted: Bogoljubow Defense, Kloss Attack|D00
XMad Dog Attack|D00
XNimzowitsch Attack|D00
XStudier Attack|D00
V|D00
DEuwe Defense, Duthilleul Gambit|D00
RZilbermints Gambit|D00
P|D00
DGunderam Defense, Stader Variation|D00
T|D00
DHolwell Defense|D00
DKaulich Defense|D00
DPietrowsky Defense|D00
DRitter Defense|D00
Eyder Gambit|D00
DSchlutter Defense|D00
DTeichmann Defense, Ciesielski Variation|D00
Xlassical Variation|D00
WSeidel-Hall Attack|D00
U|D00
DZiegler Defense|D00
B|D00
:Declined: Brombacher Countergambit|D00
DElbert Countergambit|D00
DGedult Defense|D00
DLamb Defense|D00
Fngeheinicke Defense|D00
DO'Kelly Defense|D00
DVienna Defense|D00
DWeinsbach Defense, Pfrang Gambit|D00
U|D00
9: Blackmar Gambit|D00
;Diemer-Rosenberg Attack|D00
;Fritz Attack|D00
;Lemberger Countergambit, Endgame Variation|D00
TLange Gambit|D00
TRasmussen Attack|D00
TSneiders Attack|D00
Uoller Attack|D00
R|D00
;Netherlands Variation|D00
;Rasa-Studier Gambit|D00
<eversed Albin Countergambit|D00
;Zeller Defense, Soller Attack|D00
I|D00
;von Popiel Gambit, Zilbermints Variation|D00
L|D00
9|D00
=
%umenfeld Countergambit Accepted|E10
;: Duz-Khotimirsky Variation|E10
=Spielmann Variation|E10
;|E10
$ogo-Indian Defense: Exchange Variation|E11
8Grünfeld Variation|E11
8Haiti Variation|E11
8Monticelli Trap|E11
8New England Variation|E11
9imzowitsch Variation|E11
8Retreat Variation|E11
M
M
M
M
M
M
M
M
M
M
M
8Vitolins Variation|E11
8Wade-Smyslov Variation|E11
6|E11
%ngcloud Attack|C20
%rg Defense: Borg Gambit|A40
=B00
1Troon Gambit|B00
1Zilbermints Gambit|B00
/|B00
#Canard Opening|A45
%ro-Kann Defense: Accelerated Panov Attack, Modern Variation|B10
POpen Variation|B10
PPseudo-Scandinavian|B10
PVan Weersel Attack|B10
N|B10
R
7dvance Variation, Bayonet Attack|B12
Jotvinnik-Carls Defense|B12
Jronstein Variation|B12
IPrins Attack|B12
IShort Variation|B12
ITal Variation|B12
IVan der Wiel Attack, Dreyev Defense|B12
\\|B12
\`
G|B12
=, Short Variation|B12
7lekhine Gambit|B15
8ien Gambit|B15
7pocalypse Attack|B10
6Breyer Variation, Stein Attack|B10
F|B10
8onstein-Larsen Variation|B16
6Campomanes Attack|B15
7lassical Variation, Flohr Variation|B18
KLobron System|B19
KMain Line|B18
Mróczy Attack|B18
KSeirawan Variation|B19
Lpassky Variation|B19
I|B18
L9
6De Bruycker Defense|B12
M
7inic Gambit|B10
6Edinburgh Variation|B12
7ndgame Offer|B10
>Variation|B10
7uwe Attack|B10
7xchange Variation, Bulla Attack|B13
JRubinstein Variation|B13
H|B13
L
L
L
6Finnish Variation|B16
7orgacs Variation|B15
6Goldman Variation|B10
7urgenidze Counterattack|B15
ASystem|B15
6Hector Gambit|B10
7illbilly Attack, Schaeffer Gambit|B10
F|B10
6Karpov Variation, Modern Main Line|B17
OVariation, Ivanchuk Defense|B17
ZKasparov Attack|B17
X|B17
HSmyslov Variation, Main Line|B17
Y|B17
HTiviakov-Fischer Attack|B17
F|B17
6Labahn Attack, Double Gambit|B10
EPolish Variation|B10
C|B10
6Main Line|B15
8rtian Gambit|B18
9óczy Variation, Maróczy Gambit|B12
G|B12
8si Variation|B12
9sachusetts Defense|B12
7ieses Attack, Landau Gambit|B12
=Gambit|B12
7odern Variation|B12
6Panov Attack, Fianchetto Defense, Fianchetto Gambit|B14
V|B14
DGunderam Attack|B13
DMain Line|B14
Eodern Defense, Carlsbad Line|B13
Uzerniak Line|B13
TMieses Line|B13
TReifir-Spielmann Line|B13
R|B13
B|B13
F
E4
F
F
F
;-Botvinnik, Herzog Defense|B13
6Rasa-Studier Gambit|B15
6Scorpion-Horus Gambit|B10
7pike Variation, Scorpion-Grob Gambit|B10
E|B10
7t. Patrick's Attack|B10
6Tartakower Variation, Perlis Line|B15
J|B15
7oikkanen Gambit|B10
7wo Knights Attack, Mindeno Variation, Exchange Line|B11
]Retreat Line|B11
[|B11
H|B10
6Ulysses Gambit|B12
6von Hennig Gambit|B15
4|B10
8
8
72
8
75
8
&r Defense: Zilbermints Gambit|B00
/|B00
%talan Opening: Closed Variation, Rabinovich Variation|E09
FTraditional Variation|E09
:, Botvinnik Variation|E07
<Main Line|E09
I
I
<Sokolsky Variation|E09
=passky Gambit|E08
<Zagoryansky Variation|E08
:|E06
>
>
>
=7
=8
>
>
>
>
4Hungarian Gambit|E00
4Open Defense, Alekhine Variation|E03
BClassical Line|E05
T
BModern Sharp Variation|E04
@|E01
C2
C3
C4
D
4Tarrasch Defense|E01
2|E00
6
$enter Game Accepted|C21
.: Berger Variation|C22
0Charousek Variation|C22
0Halasz-McDonnell Gambit, Crocodile Variation|C21
G|C21
3l Variation|C22
0Kieseritzky Variation|C21
I
I
1upreichik Variation|C22
0Lanc-Arnold Gambit, Schippler Gambit|C21
B|C21
0Normal Variation|C22
0Paulsen Attack Variation|C22
0Ross Gambit|C21
0l'Hermet Variation|C22
0von der Lasa Gambit|C21
.|C20
11
$lemenz Opening: Spike Lee Gambit|A00
2|A00
$olle System: Pterodactyl Variation|A40
1Rhamphorhynchus Variation|A04
1Siroccopteryx Variation|A40
$reepy Crawly Formation: Classical Defense|A00
$zech Defense|B07
#Danish Gambit Accepted: Chigorin Defense|C21
<lassical Defense|C21
<openhagen Defense|C21
;Schlechter Defense|C21
<venonius Defense|C21
9|C21
1Declined: Sörensen Defense|C21
0|C21
$resden Opening: The Goblin|C44
$uras Gambit|B00
%tch Defense: Alapin Variation|A80
4ekhine Variation|A92
2Barcza Variation|A80
3ellon Gambit|A84
3lackburne Variation|A81
7mar's Second Gambit|A82
5del Variation|A84
2Classical Variation, Blackburne Attack|A91
Huenos Aires Variation|A96
GHuisl Variation|A96
GIlyin-Zhenevsky Variation, Alatortsev-Lisitsyn Line|A98
bModern Main Line|A99
bWinter Variation|A97
\`|A97
E|A84
G90
I
H1
H2
H6
2Fianchetto Attack|A81
=Variation|A86
2Hevendehl Gambit|A80
3opton Attack|A80
4rt-Antoshin System|A86
2Janzen-Korchnoi Gambit|A80
2Kingfisher Gambit|A80
3orchnoi Attack|A80
3rause Variation|A84
4ejcik Gambit, Tate Gambit|A80
@|A80
2Leningrad Variation, Carlsbad Variation|A81
GMatulovic Variation|A89
GWarsaw Variation|A88
E|A86
H7
;, Basman System|A81
2Manhattan Gambit, Anti-Classical Line|A80
ILeningrad|A80
IModern|A80
IStonewall|A80
2Nimzo-Dutch Variation, Alekhine Variation|A90
G|A90
3ormal Variation|A84
2Omega-Isis Gambit|A80
2Queen's Knight Variation|A85
2Raphael Variation|A80
3ubinstein Variation|A84
2Semi-Leningrad Variation|A81
4nechaud Gambit|A80
3pielmann Gambit|A80
3taunton Gambit Accepted|A82
A, Alekhine Variation|A83
Dmerican Attack|A82
CChigorin Variation|A83
CLasker Variation|A83
CNimzowitsch Variation|A83
CTartakower Variation|A82
A|A82
D3
4onewall Variation, Botvinnik Variation|A93
GChekhover Variation|A95
GModern Variation|A90
E|A92
I
H4
H5
0|A80
34
$öry Defense|A46
#East Indian Defense|A48
$lephant Gambit: Maróczy Gambit|C40
4Paulsen Countergambit|C40
4Wasp Variation|C40
2|C40
$nglish Defense: Eastbourne Gambit|A40
4Hartlaub Gambit Accepted|A40
DDeclined|A40
4Perrin Variation|A40
5oli Gambit|A40
2|A40
6
+Opening: Achilles-Omega Gambit|A10
5dorjan Defense|A10
5gincourt Defense, Bogoljubow Defense|A13
GCatalan Defense Accepted|A13
V, Semi-Slav Defense|A13
V|A13
Z
GKeres Defense|A14
Hurajica Defense|A13
GNeo-Catalan Declined, Early b3|A14
i
i
[|A14
_
_
_
_
_
GTarrasch Defense|A13
GWimpy System|A13
E|A13
I
I
I
I
5nglo-Dutch Defense, Hickmann Gambit|A10
G|A10
@Variation, Chabanon Gambit|A10
KFerenc Gambit|A10
:Grünfeld Defense, Korchnoi Variation|A16
J|A16
:Indian Defense, Anglo-Grünfeld Variation|A16
f
f
f
Lti-Anti-Grünfeld|A15
JFlohr-Mikenas-Carls Variation, Nei Gambit|A19
JGrünfeld Formation|A15
JHedgehog System|A17
JKing's Indian Formation, Double Fianchetto|A15
a|A15
QKnight Variation|A15
JNimzo-English|A17
JOld Indian Formation|A15
JQueen's Indian Formation|A15
f
e7
YVariation|A17
RKnight Variation|A16
JRomanishin Variation|A15
JScandinavian Defense, Exchange Variation|A15
^|A15
Klav Formation|A15
JZvjaginsev-Krasenkow Attack|A17
H|A15
K7
:Lithuanian Variation|A10
:Scandinavian Defense, Löhn Gambit|A10
PMalvinas Variation|A10
PSchulz Gambit|A10
N|A10
4Carls-Bremen System|A22
7o-Kann Defensive System|A11
5losed, Taimanov Variation|A25
R
4Drill Variation|A20
4Four Knights System, Nimzowitsch Variation|A28
4Great Snake Variation|A10
4Jaenisch Gambit|A10
4King's English Variation, Adhiban Gambit|A22
NBellon Gambit|A22
Ootvinnik System, Prickly Pawn Pass System|A10
^|A26
Oremen-Hort Variation|A25
NClosed System, Full Symmetry|A26
[|A25
NFour Knights Variation, Bradley Beach Variation|A28
fFianchetto Line, Delayed .. Nc6|A29
wwith .. d6, Be7|A29
}. d6, a6|A29
}. d6, h6|A29
}. d6|A29
}. d6|A29
|Bc5|A29
|Nb6|A29
u|A29
y
y
y
y
y
glexible Line|A28
fKorchnoi Line|A28
fQuiet Line|A28
t
t
d|A28
h
NHungarian Attack|A25
NKahiko-Hula Gambit|A20
Oeres Defense|A21
Oramnik-Shirov Counterattack|A21
NNimzowitsch Variation|A20
Y-Flohr Variation|A20
NReversed Closed Sicilian|A25
j
j
j
j
WSicilian|A21
NSmyslov Defense|A21
NTaimanov Variation|A25
Ohree Knights System|A27
Oroger Defense|A21
Owo Knights Variation, Fianchetto Line|A24
eKeres Variation|A23
x
eReversed Dragon|A22
eSmyslov System|A22
c|A22
L|A20
O1
B, Erbenheimer Gambit|A22
DMazedonisch|A22
4Mikenas-Carls Variation|A18
O
O
A, Sicilian|A19
5yers Defense|A10
:Gambit|A10
4Neo-Catalan Declined|A13
?|A13
4Porcupine Variation|A10
4Romanishin Gambit|A13
4Symmetrical Variation, Anti-Benoni Variation, Geller Variation|A33
bSpielmann Defense|A32
v3
\`|A31
KBotvinnik System Reversed, with Nf3|A37
r
r
r
r
r
ke3|A36
[|A36
KDouble Fianchetto|A38
Luchamp Variation|A38
KFianchetto Variation|A34
Lour Knights Variation, Keres-Parma System|A35
a|A35
Lull Symmetry Line|A38
KHedgehog Defense|A30
KMecking Variation|A39
KNapolitano Gambit|A30
Lormal Variation|A34
KRubinstein Variation|A34
c
KThree Knights Variation|A34
X, Fianchetto Variation|A37
r
r
Lwo Knights Variation|A35
V, Fianchetto Variation|A36
KUltra-Symmetrical Variation|A36
I|A30
M
L4
L5
?, Hedgehog, Flexible Formation|A30
4The Whale|C20
4Wade Gambit|A10
5ing Gambit|A30
4Zilbermints Gambit|A10
2|A10
,rangutan|A15
8
'und Gambit Declined: Diemer Counterattack|A40
<Reversed Alekhine|A40
EBrooklyn|A40
EFrench|A40
EKrebs|A40
EMokele Mbembe|A40
:|A40
1: Felbecker Gambit|A40
3Hartlaub-Charlick Gambit|A40
3Main Line|A40
4osquito Gambit|A40
3Soller Gambit Deferred|A40
@|A40
4tockholm Variation|A40
3Zilbermints Gambit|A40
1|A40
#Formation: Hippopotamus Attack|A00
.Shy Attack|A00
%ur Knights Game: Glek System|C47
E
7unsberg Variation, Provincial Opening|C47
H|C47
6Halloween Gambit, Oldtimer Variation|C47
HPlasma Variation|C47
F|C47
6Italian Variation, Noa Gambit|C47
G|C47
I50
6Naroditsky Variation|C47
6Scotch Variation Accepted, Main Line|C47
O|C47
F, Belgrade Gambit, Modern Defense|C47
W|C47
HKrause Gambit, Leonhardt Defense|C47
U|C47
HOxford Gambit|C47
HSchmid Defense|C47
F|C47
7panish Variation, Alatortsev Variation|C49
IBardeleben Variation|C48
IClassical Variation|C48
IDouble Spanish|C49
[
IGunsberg Counterattack|C49
IJanowski Variation|C49
INimzowitsch Variation|C49
IRanken Variation|C48
Jubinstein Variation Accepted|C48
], Henneberger Variation|C48
_Marshall Gambit|C48
hVariation|C48
bóczy Variation|C48
]|C48
a
a
ISpielmann Variation|C48
Jvenonius Variation|C49
Jymmetrical Variation, Blake Variation|C49
\`Metger Unpin|C49
\`Tarrasch Variation|C49
^|C49
b
b
b
G|C48
J9
4|C47
$rench Defense: Advance Variation, Euwe Variation|C02
Gxtended Bishop Swap|C02
FFrenkel Gambit|C02
FKupreichik Variation|C02
FLputian Variation|C02
FMain Line|C02
Gilner-Barry Gambit, Hector Variation|C02
o
[Main Line|C02
[Sørensen Variation|C02
Y|C02
FNimzowitsch Attack|C02
RGambit|C02
RSystem|C02
FPaulsen Attack|C02
FRuisdonk Gambit|C02
FSteinitz Variation|C02
FWade Variation|C02
D|C02
H
H
H
4lapin Gambit|C00
5ekhine-Chatard Attack, Albin-Chatard Gambit|C13
LBreyer Variation|C13
LMaróczy Variation|C13
LSpielmann Variation|C13
LTeichmann Variation|C13
J|C13
3Baeuerle Gambit|C00
5nzai-Leong Gambit, Pinova Gambit|C00
F|C00
4ird Invitation|C00
3Carlson Gambit|C00
4higorin Variation|C00
4lassical Variation, Alapin Variation|C14
HBurn Variation, Main Line|C11
Yorozevich Line|C11
V|C11
HDelayed Exchange Variation|C11
HFrankfurt Variation|C13
HNormal Variation|C13
HPollock Variation|C14
HRichter Attack|C13
Z
Iubinstein Variation|C14
HShirov-Anand Variation|C11
Itahlberg Variation|C14
Jeinitz Variation|C11
]4
Iwiss Variation|C11
HTarrasch Variation|C14
Ktakower Variation|C13
HVistaneckis Variation|C13
F|C11
J
I3
I4
J
3Diemer-Duhm Gambit Accepted|C00
E|C00
3Exchange Variation, Bogoljubow Variation|C01
GMonte Carlo Variation|C01
GSvenonius Variation|C01
E|C01
I
I
3Franco-Hiva Gambit Accepted|C00
E|C00
:Sicilian Defense|C00
3Hecht-Reefschläger Variation|C10
5nneberger Variation|C11
4offmann Gambit|C00
5rwitz Attack, Papa-Ticulat Gambit|C00
A|C00
3King's Indian Attack, Franco-Hiva Gambit|C00
G|C00
4night Variation, Franco-Hiva Gambit|C00
C|C00
3La Bourdonnais Variation, Reuter Gambit|C00
K|C00
3Marshall Gambit|C10
4cCutcheon Variation, Advance Variation|C12
IBernstein Variation|C12
Jogoljubow Variation|C12
IChigorin Variation|C12
IDr. Olland Variation|C12
Juras Variation|C12
IExchange Variation|C12
IGrigoriev Variation|C12
IJanowski Variation|C12
ILasker Variation|C12
]
ITartakower Variation|C12
IWolf Gambit|C15
G|C12
4editerranean Defense|C00
4orphy Gambit|C00
3Normal Variation|C00
3Orthoschnapp Gambit|C00
3Paulsen Variation|C10
4elikan Variation|C00
5rseus Gambit|C00
3Queen's Knight|C00
3Reversed Philidor Formation|C00
4ubinstein Variation, Blackburne Defense|C10
ICapablanca Line|C10
IEllis Gambit|C10
IFort Knox Variation|C10
IKasparov Attack|C10
IMaric Variation|C10
G|C10
4éti-Spielmann Attack|C00
3Schlechter Variation|C00
4t. George Defense, Sanky-George Gambit|C00
Ht. George Gambit|C00
GThree Pawn Attack|C00
Hraditional Line|C00
E|C00
5einer Variation|C00
8itz Attack|C00
<Variation, Boleslavsky Variation|C11
Hradford Attack Variation|C11
Iodsky-Jones Variation|C11
GGledhill Attack|C11
E|C11
I
I
I
I
3Tarrasch Variation, Botvinnik Variation|C05
GChistyakov Defense, Modern Line|C07
Y|C07
Hlosed Variation, Main Line|C06
W|C05
[
GEliskases Variation|C07
GGuimard Defense, Main Line|C04
XThunderbunny Variation|C03
V|C03
GHaberditz Variation|C03
GLeningrad Variation|C06
GModern System|C03
Irozevich Variation|C03
GOpen System, Advance Line|C08
TEuwe-Keres Line|C07
TMain Line|C09
a
TShaposhnikov Gambit|C07
Uüchting Line|C07
R|C07
U8
GPawn Center Variation|C05
E|C03
4wo Knights Variation|C00
3Winawer Variation, Advance Variation, Moscow Variation|C17
YSmyslov Variation|C19
n
Ywith Bd3|C18
e
^h4|C18
d
W|C16
Z7
[
[
Z8
[
Glekhine Gambit Accepted|C15
U, Alatortsev Variation|C15
WKan Variation|C15
N-Maróczy Gambit|C15
FBogoljubow Variation, Icelandic Defense|C17
Z|C17
FClassical Variation|C18
FDelayed Exchange Variation|C15
FEingorn Variation|C18
Gxchange Variation, Canal Attack|C15
FFingerslip Variation, Kunin Double Gambit|C15
\\Main Line|C15
\\Schwarz's Line|C15
Z|C15
FKondratiyev Variation|C15
FMaróczy-Wallis Variation|C17
FPetrosian Variation|C16
Goisoned Pawn Variation Declined|C18
], Main Line|C18
_Paoli Variation|C18
]|C18
a
a
Hrtisch-Hook Variation|C18
Hsitional Variation|C19
^
^
^
^
^
^
^
^
^
^
^
FRetreat Variation, Armenian Line|C17
W|C17
FWarsaw Variation|C18
Ginckelmann-Reimer Gambit|C15
D|C15
6g Gambit|C00
1|C00
5
%ied Fox Defense|B00
#Global Opening|A00
$oldsmith Defense: Picklepuss Defense|B00
4|B00
$rob Opening: Alessi Gambit|A00
1Double Grob, Coca-Cola Gambit|A00
<|A00
1Grob Gambit Declined|A00
<, Basman Gambit|A00
>Fritz Gambit, Romford Countergambit|A00
J|A00
>Keres Gambit|A00
>Richter-Grob Gambit|A00
<|A00
1Keene Defense, Main Line|A00
>|A00
1London Defense|A00
1Romford Countergambit|A00
1Spike Attack|A00
6, Hurst Attack|A00
1Zilbermints Gambit, Schiller Defense|A00
EZilbermints-Hartlaub Gambit|A00
C|A00
/|A00
%ünfeld Defense: Botvinnik Variation|D95
6rinckmann Attack, Grünfeld Gambit Accepted|D84
W, Botvinnik Variation|D83
YCapablanca Variation|D83
W|D83
HReshevsky Gambit|D83
F|D82
5Counterthrust Variation|E60
5Exchange Variation, Classical Variation|D86
ILarsen Variation|D86
]
IModern Exchange Variation, Kramnik's Line|D85
dPawn Grab Line|D85
b|D85
f
f
INadanian Attack|D85
ISeville Variation|D87
Jimagin's Improved Variation|D86
SLesser Variation|D86
Jokolsky Variation|D89
Jpassky Variation|D87
]8
]9
G|D85
5Flohr Defense|D94
;Variation|D90
5Gibbon Gambit|D80
5Lundin Variation|D80
7tikov Variation, Murrey Attack|D80
F|D80
5Makogonov Variation|D94
5Opocensky Variation|D94
5Pachman Variation|D95
5Russian Variation, Accelerated Variation|D81
HByrne Variation|D97
HHungarian Variation|D97
HKeres Variation|D98
HLevenfish Variation|D97
HPrins Variation|D97
HSmyslov Variation|D98
\\9
Izabo Variation|D97
HYugoslav Variation|D99
F|D96
I7
5Smyslov Defense|D94
6tockholm Variation|D80
5Three Knights Variation, Burille Variation, Reversed Tarrasch|A56
_|D94
NHungarian Attack|D92
XVariation|D93
NParis Variation|D94
Oetrosian System|D91
NVienna Variation|D95
L|D90
P
5Zaitsev Gambit|D80
3|D80
$underam Defense|C40
#Hippopotamus Defense|B00
;
$orwitz Defense: Zilbermints Gambit|A40
2|A40
$ungarian Opening: Asten Gambit|A00
6Burk Gambit|A00
7ücker Gambit|A00
6Catalan Formation|A00
6Dutch Defense|A00
6Indian Defense|A00
6Myers Defense|A00
6Pachman Gambit|A00
8ris Gambit|A00
6Reversed Alekhine|A00
?Brooklyn Defense, Brooklyn Benko Gambit|A00
?Modern Defense|A00
?Norwegian Defense|A00
6Sicilian Invitation|A00
7lav Formation|A00
7ymmetrical Variation|A00
6Van Kuijk Gambit|A00
6Wiedenhagen-Beta Gambit|A07
8nterberg Gambit|A00
4|A00
#Indian Defense: Accelerated London System|A45
4nti-Grünfeld, Adorjan Gambit|E60
Dvance Variation|E60
Clekhine Variation, Leko Gambit|E60
T|E60
BBasman-Williams Attack|E60
8Nimzo-Indian|E10
3Budapest Gambit Accepted, Fajarowicz Defense, Bonsdorf Variation|A51
aSteiner Variation|A51
_|A51
MMain Line, Adler Variation|A52
Ylekhine Variation, Abonyi Variation|A52
lTartakower Defense|A52
j|A52
XRubinstein Variation|A52
V|A52
K|A51
B|A51
3Colle System, King's Indian Variation|A48
4zech-Indian|A46
3Devin Gambit|E00
4zindzi-Indian Defense|E10
4öry Indian|E10
3Gedult Attack|A45
4ibbins-Weidenhagen Gambit Accepted|A45
M, Maltese Falcon|A45
OOshima Defense|A45
OStummer Gambit|A45
M|A45
3Knights Variation, Alburt-Miles Variation|A46
D|A46
3Lazard Gambit|A45
4ondon System|A46
3Maddigan Gambit|A45
4edusa Gambit|A50
3Normal Variation|A50
3Omega Gambit, Arafat Gambit|A45
?|A45
3Paleface Attack, Blackmar-Diemer Gambit Deferred|A45
5wn Push Variation|A45
4olish Variation|A46
4rzepiorka Variation|A49
4seudo-Benko|A43
4yrenees Gambit|A50
3Reversed Chigorin Defense|A45
3Schnepper Gambit|A47
4eirawan Attack|E00
4pielmann-Indian|A46
3Tartakower Attack|A45
3Wade-Tartakower Defense|A46
4est Indian Defense|E60
1|A45
2E00
$rish Gambit|C44
$talian Game: Anti-Fried Liver Defense|C50
1Bird's Attack|C53
2lackburne-Kostić Gambit|C50
1Classical Variation, Albin Gambit|C50
FCenter Attack|C54
MHolding Variation|C53
Glosed Variation|C53
FEisinger Variation|C53
FGhulam-Kassim Variation|C54
Giuoco Pianissimo, Albin Variation|C54
YMain Line|C54
Ywith a4 a5|C54
_5|C54
_6|C54
d
^h6|C54
W|C54
[
[
[
[
[
[
[
[
[
[
[
[
[
[
[
[
Greco Gambit, Anderssen Variation|C54
TDubov Italian|C54
TGreco Variation|C54
TMain Line|C54
Uodern Line|C54
c
Veller-Bayonet Attack|C54
\\Therkatz Attack|C54
TTraditional Line|C54
FLa Bourdonnais Variation|C53
FMestel Variation|C53
FTarrasch Variation|C53
Fwith d5|C54
D|C53
G4
1Deutz Gambit|C50
1Evans Gambit Accepted|C51
>Declined, Cordel Variation|C51
HHicken Variation|C51
Jrschbach Variation|C51
HLange Variation|C51
HPavlov Variation|C51
HShowalter Variation|C51
HVasquez Variation|C51
F|C51
J
=, Alapin-Steinitz Variation|C52
@nderssen Defense|C52
IVariation, Cordel Line|C51
R|C51
?Bronstein Defense|C52
?Compromised Defense, Main Line|C52
TPotter Variation|C52
R|C52
?Dufresne Defense|C52
?Fontaine Countergambit|C51
@raser Attack|C51
E-Mortimer Attack|C51
?Göring Attack|C51
?Harding Variation|C51
@ein Countergambit|C51
?Johner Defense|C52
?Laroche Variation|C52
Asker Defense|C52
@eonhardt Countergambit|C52
Avenfish Variation|C52
?Main Line|C52
Ayet Defense|C51
@cDonnell Defense, Main Line|C51
P|C51
@ieses Defense|C52
@orphy Attack|C51
Btimer-Evans Gambit|C51
?Paulsen Variation|C51
@ierce Defense|C52
?Richardson Attack|C52
?Sanders-Alapin Variation|C52
@low Variation|C52
@okolsky Variation|C52
@teinitz Variation|C51
Aone-Ware Variation|C51
?Tartakower Attack|C52
?Ulvestad Variation|C51
?Waller Attack|C52
=|C51
A
@2
1Giuoco Pianissimo, Canal Variation|C50
DDubois Variation|C50
DItalian Four Knights Variation|C50
DLucchini Gambit|C50
DNormal|C50
B|C50
F
F
F
<o, Aitken Variation|C54
?Bernstein Variation|C54
?Cracow Variation|C54
?Greco's Attack|C54
?Holzhausen Attack|C54
?Krause Variation|C54
?Rosentreter Variation|C54
?Steinitz Variation|C54
?Therkatz-Herzog Variation|C54
=|C50
1Hungarian Defense, Tartakower Variation|C50
B|C50
1Jerome Gambit|C50
1Paris Defense|C50
1Rosentreter Gambit|C50
3usseau Gambit|C50
1Scotch Gambit, Anderssen Attack, Main Line|C56
P|C56
@Canal Variation|C56
@Double Gambit Accepted|C56
@Janowski Defense|C56
@Max Lange Attack Accepted|C56
P, Long Variation|C56
RSpielmann Defense|C56
P|C56
T
@Nakhmanson Gambit|C56
@Walbrodt-Baird Gambit|C56
@de Riviere Defense|C56
>|C56
8Invitation Declined|C56
1Two Knights Defense, Blackburne Variation|C58
FColman Variation|C58
FFegatello Attack, Leonhardt Variation|C57
Gried Liver Attack|C57
Itz Variation|C57
K, Gruber Variation|C57
FKeidansky Variation|C56
Gloss Gambit|C57
Gnight Attack, Normal Variation|C57
S|C57
Horre Variation|C59
FLolli Attack|C57
FMaróczy Variation|C58
Hx Lange Attack, Berger Variation|C56
XKrause Variation|C56
XLoman Defense|C56
XRubinstein Variation|C56
V|C56
Godern Bishop's Opening|C55
a
a
FOpen Variation|C56
FPaoli Variation|C58
Gerreux Variation|C56
Gincus Variation|C57
Golerio Defense, Bishop Check Line|C58
Xogoljubow Variation|C58
WGöring Variation|C59
WKieseritzky Variation|C58
WSuhle Defense|C59
WYankovich Variation|C58
U|C58
Hnziani-Steinitz Gambit|C57
FSteinitz Variation|C59
FTraxler Counterattack, Bishop Sacrifice Line|C57
]King March Line|C57
^night Sacrifice Line|C57
[|C57
NVariation, Trencianske-Teplice Gambit|C57
FUlvestad Variation, Kurkin Gambit|C57
X|C57
FYurdansky Attack|C56
D|C55
H
H
G8
/|C50
#Kangaroo Defense: Keres Defense, Transpositional Variation|A40
3|A40
$ing's Gambit Accepted: Abbazia Defense, Main Line|C36
J|C36
<llgaier Gambit, Thorold Attack|C39
LUrusov Attack|C39
J|C39
C, Blackburne Gambit|C39
ECook Variation|C39
EHorny Defense|C39
ESchlechter Defense|C39
EUrusov Attack|C39
<ustralian Gambit|C37
;Basman Gambit|C33
<ecker Defense|C34
<ishop's Gambit, Anderssen Defense|C33
VVariation|C33
LBledow Countergambit|C33
SVariation|C33
Moden Variation|C33
Ngoljubow Defense|C33
WVariation|C33
Nren-Svenonius Variation|C33
Mryan Countergambit|C33
LChigorin's Attack|C33
Mlassical Defense, Cozio Attack|C33
]|C33
Mozio Defense|C33
RVariation|C33
LFirst Jaenisch Variation|C33
Mraser Variation|C33
LGianutio Gambit|C33
Mreco Variation|C33
Nimm Attack|C33
LKieseritzky Gambit|C33
LLopez Defense|C33
RVariation|C33
LMaurian Defense|C33
McDonnell Attack|C33
\`
LPaulsen Attack|C33
LSteinitz Defense|C33
J|C33
<lachly Gambit|C37
<onsch-Osmolovsky Variation|C34
<reyer Gambit|C33
;Carrera Gambit|C33
<unningham Defense, Bertin Gambit|C35
\`
OMcCormick Defense|C35
M|C35
;Dodo Variation|C33
=uble Muzio Gambit, Baldwin Gambit|C37
Qello Gambit|C37
PPaulsen Defense|C37
PYoung Gambit|C37
N|C37
;Eisenberg Variation|C33
;Fischer Defense, Schulder Gambit|C34
Mpanish Variation|C34
J|C34
;Gaga Gambit|C33
<hulam-Kassim Gambit|C37
S
<ianutio Countergambit|C34
<reco Gambit|C34
J8
;Hanstein Gambit|C38
;Kieseritzky Gambit, Anderssen Defense|C39
X-Cordel Gambit|C39
OBerlin Defense, Rubinstein Variation|C39
_de Riviere Variation|C39
]|C39
Prentano Defense, Caro Variation|C39
_|C39
c
OCotter Gambit|C39
OKolisch Defense|C39
OLong Whip|C39
ONeumann Defense|C39
OPaulsen Defense Deferred|C39
^|C39
ORice Gambit|C39
Posenthal Defense|C39
M|C39
F, Long Whip Defense, Jaenisch Variation|C39
HPolerio Defense|C39
HRice Gambit|C39
HSalvio Defense, Cozio Variation|C39
=ng's Knight's Gambit|C34
U
T7
T9
<otov Gambit|C37
;Lolli Gambit, Young Variation|C37
G|C37
=pez-Gianutio Countergambit, Hein Variation|C33
;MacLeod Defense|C34
=son-Keres Gambit|C33
=yet Gambit|C38
<cDonnell Gambit|C37
<iddleton Countergambit|C37
<odern Defense|C36
M
<uzio Gambit Accepted, From's Defense|C37
G, Brentano Defense|C37
IHolloway Defense|C37
IKling and Horwitz Counterattack|C37
ISarratt Defense|C37
IWild Muzio Gambit|C37
;Orsini Gambit|C33
;Paris Gambit|C33
<hilidor Gambit, Schultz Variation|C38
J|C38
;Quaade Gambit|C37
;Rosentreter Gambit, Bird Gambit|C37
OSörensen Gambit|C37
OTesta Variation|C37
M|C37
;Salvio Gambit, Anderssen Counterattack|C37
JCochrane Gambit|C37
JSanta Maria Defense|C37
Kilberschmidt Defense|C37
JViennese Variation|C37
H|C37
<challopp Defense, Tashkent Attack|C34
L|C34
>urig Gambit, with Bb5|C33
Qd3|C33
<ilberschmidt Gambit|C37
<tamma Gambit|C33
<örensen Gambit|C37
;Tartakower Gambit, Weiss Defense|C33
L|C33
<raditional Variation|C38
<umbleweed|C33
;Villemson Gambit|C33
;Wagenbach Defense|C34
9|C33
1Declined: Classical Variation, Euwe Attack|C30
PRotlewi Countergambit|C30
Qubinstein Countergambit|C30
PWalthoffen Attack|C30
N|C30
R
D, Hanham Variation|C30
FRéti Variation|C30
FSoldatenkov Variation|C30
Gvenonius Variation|C30
;Falkbeer Countergambit Accepted|C31
Q, Alapin Variation|C32
Tnderssen Attack|C31
SBlackburne Attack|C31
SCharousek Gambit Accepted|C32
c, Keres Variation|C32
eMain Line|C32
forphy Defense|C31
eOld Line|C32
c|C31
f2
]Variation|C32
SHinrichsen Gambit|C31
SMiles Gambit|C31
Vner-Barry Variation|C31
Todern Transfer|C31
SNimzowitsch-Marshall Countergambit|C31
SPickler Gambit|C31
SRubinstein Variation|C31
SStaunton Line|C31
STarrasch Variation|C32
Q|C31
;Hobbs-Zilbermints Gambit|C30
;Keene Defense|C30
@'s Defense|C30
N
;Mafia Defense|C30
<iles Defense|C30
;Norwalde Variation, Bücker Gambit|C30
OSchubert Variation|C30
M|C30
;Panteldakis Countergambit, Greco Variation|C30
VPawn Sacrifice Line|C30
VSchiller's Defense|C30
Whirazi Line|C30
Wymmetrical Variation|C30
T|C30
<etrov's Defense|C30
;Queen's Knight Defense|C30
;Senechaud Countergambit|C30
<oller-Zilbermints Gambit|C30
;Zilbermints Double Countergambit|C30
NGambit|C30
0|C30
*Indian Attack, with Bf5|A07
E
E
E
E
>e6|A07
D
7: Double Fianchetto|A07
9French Variation|A08
9Keres Variation|A07
L
L
L
9Omega-Delta Gambit|A07
9Pachman System|A07
9Sicilian Variation|A07
N8
O
O
:myslov Variation|A05
:passky Variation|A05
:ymmetrical Defense|A05
9Wahls Defense|A05
9Yugoslav Variation|A07
O
7|A05
:7
1Defense: Accelerated Averbakh Variation|E70
;verbakh Variation, Benoni Defense, Advance Variation|E74
^Exchange Variation|E74
\\|E74
NFlexible Defense|E73
NGeller Defense|E73
NMain Line|E75
Oodern Defense, Burgess Line|E73
\\|E73
NNc6 Defense|E73
NSpanish Defense|E73
L|E73
:Exchange Variation|E92
:Fianchetto Variation, Benjamin Defense|E61
PCarlsbad Variation|E62
Qlassical Fianchetto|E67
ZMain Line|E69
ZVariation|E68
PDebrecen Defense|E67
Rlayed Fianchetto|E62
Qouble Fianchetto Attack|E64
PHungarian Variation|E64
PImmediate Fianchetto|E60
PKavalek Defense|E62
PLarsen Defense|E62
Qesser Simagin (Spassky)|E62
Qong Variation|E68
PPanno Variation, Blockade Line|E63
aDonner Line|E63
aKorchnoi Line|E63
_|E63
Qterodactyl Variation|E64
PSimagin Variation|E62
PUhlmann-Szabo System|E62
PYugoslav System|E64
YVariation, Advance Line|E66
dExchange Line|E65
dRare Line|E64
b|E65
N|E60
;our Pawns Attack, Dynamic Attack|E76
MExchange Variation|E79
MFlorentine Gambit|E77
Ouid Attack|E78
MModern Defense|E76
MNormal Attack|E77
K|E76
N7
:Karpov System|E71
<zakh Variation|E91
;ramer Variation|E70
:Larsen Variation|E90
:Makogonov Variation|E71
:Normal Variation, Deferred Fianchetto|E72
LKing's Knight Variation|E60
LRare Defenses|E90
LStandard Development|E73
J|E70
N
:Orthodox Variation, Aronin-Taimanov Defense|E97
NBayonet Attack, Sokolov's Line|E97
^Yepishin's Line|E97
\\|E97
NClassical System, Benko Attack|E99
\`Kozul Gambit|E98
\`Neo-Classical Line|E98
\`Traditional Line|E99
^|E98
NDonner Defense|E94
NGlek Defense|E94
Pigoric-Taimanov System|E92
NKorchnoi Attack|E97
NModern System|E97
NPositional Defense, Closed Line|E94
bMain Line|E96
\`|E94
NUkrainian Defense|E94
L|E91
O2
O4
O5
:Petrosian Variation, Keres Defense|E93
ONormal Defense|E93
OStein Defense|E92
M|E92
;omar System|E72
:Santasiere Variation|E60
;emi-Averbakh System|E73
?Classical Variation, Benoni Variation|E60
TExchange Variation|E61
THollywood Variation|E60
TQueenside Storm Line|E61
R|E61
;ix Pawns Attack|E77
;myslov Variation|E61
;teiner Attack|E81
L
L
L
;ämisch Variation, Bobotsov-Korchnoi-Petrosian Variation|E81
Nronstein Defense|E87
Nyrne Defense|E81
MClosed Variation, Main Line|E89
]|E87
\`8
MDouble Fianchetto|E82
MNormal Defense|E81
MOrthodox Variation, Bronstein Variation|E87
_|E85
MPanno Formation|E83
SMain Line|E84
MRuban Variation|E83
MSämisch Gambit Accepted|E81
[|E81
MYates Defense|E83
K|E80
N6
:Zinnowitz Variation|E90
8|E61
*Knight Opening: Konstantinopolsky|C44
:Normal Variation|C44
8|C40
*Pawn Game: Alapin Opening|C20
5Bavarian Gambit|C20
6eyer Gambit|C20
6usch-Gass Gambit, Chiodini Gambit|C40
F|C40
5Clam Variation, King's Gambit Reversed|C20
ERadisch Gambit|C20
5Damiano Defense, Damiano Gambit, Chigorin Gambit|C40
T|C40
D|C40
6resden Opening|C44
5Gunderam Defense, Gunderam Gambit|C40
>Gambit|C40
5King's Head Opening|C20
L
5La Bourdonnais Gambit|C40
6eonardis Variation|C20
5MacLeod Attack, Lasa Gambit|C20
ENorwalde Gambit|C20
C|C20
7róczy Defense|B07
6cConnell Defense|C40
6engarini's Opening|C20
5Napoleon Attack|C20
5Pachman Wing Gambit|C44
6hilidor Gambit|C20
5Schulze-Müller Gambit|C44
5Tayler Opening, Basman Gambit|C44
EInverted Hanham|C44
C|C44
G
6ortoise Opening|C20
5Wayward Queen Attack, Kiddie Countergambit|C20
KMellon Gambit|C20
I|C20
6eber Gambit|C20
3|B00
4C20
/Opening: Speers|C20
8Van Hooydoon Gambit|C20
6|C20
$ádas Opening: Beginner's Trap|A00
2Koola-Koola Variation|A00
3ádas Gambit|A00
B
B
2Myers Variation|A00
2Schneider Gambit|A00
3teinbok Gambit|A00
0|A00
#Lasker Simul Special|A00
%tvian Gambit Accepted: Bilguer Variation|C40
=ronstein Attack|C40
FGambit|C40
<Foltys Variation|C40
B-Leonhardt Variation|C40
<Leonhardt Variation|C40
<Main Line|C40
<Nimzowitsch Attack|C40
:|C40
1: Behting Variation|C40
3Clam Gambit|C44
4orkscrew Countergambit|C40
=Gambit|C40
3Diepstraten Countergambit|C40
3Fraser Defense|C40
3Greco Variation|C40
3Lobster Gambit|C40
3Mason Countergambit|C40
5yet Attack, Morgado Defense|C40
APoisoned Pawn Variation|C40
Clerio-Svedenborg Variation|C40
AStrautins Gambit|C40
?|C40
4lotkowski Variation|C40
3Senechaud Gambit|C40
1|C40
$emming Defense|B00
$ion Defense: Anti-Philidor, Lion's Cave, Lion Claw Gambit|B07
K|B07
>|B07
1Bayonet Attack|B07
1Lion's Jaw|B00
/|B07
$ondon System, with Bd3|A48
8e2|A48
>
>
0: Poisoned Pawn Variation|D02
0|A48
4
4
#Marienbad System: Berg Variation|A47
3|A47
$exican Defense: Horsefly Gambit|A50
2|A50
$ieses Opening: Myers Spike Attack|A00
3Reversed Rat|A00
3Venezolana Variation|A00
1|A00
%kenas Defense: Cannstatter Variation|A40
4Lithuanian Variation|A40
4Pozarek Gambit|A40
2|A40
$odern Defense: Anti-Modern|B06
4verbakh System|A42
<Variation, Pseudo-Sämisch|A42
3Beefeater Variation|A40
4ishop Attack, Bücker Gambit|B06
BMonkey's Bum|B06
@|B06
3Dunworthy Variation|B06
3Fianchetto Gambit|B06
3Geller's System|B07
4urgenidze Defense|B06
3Kotov Variation|A42
3Lizard Defense, Mittenberger Gambit|B06
CPirc-Diemer Gambit|A40
3Masur Gambit|B06
4odern Pterodactyl|B06
5ngredien Defense, with Nc3|B06
Mf3|B06
3Neo-Modern Defense|A41
4orwegian Defense, Norwegian Gambit|B06
D|B06
3Pseudo-Austrian Attack|B06
4terodactyl Variation|B27
3Randspringer Variation|A42
3Semi-Averbakh Variation, Polish Variation|A04
Mterodactyl Variation Accepted|A04
bDeclined|B06
a|A04
4tandard Defense|B06
<Line|B06
3Three Pawns Attack|B06
4wo Knights Variation, Suttles Variation, Tal Gambit|B06
[|B06
H|B06
3Westermann Gambit|B06
4ind Gambit|B06
1|A41
2B06
5
%ntevideo Defense|A40
#Neo-Grünfeld Defense: Classical Variation, Modern Defense|D77
NOriginal Defense|D78
NPolgar Variation|D77
L|D77
9Delayed Exchange Variation|D74
V5
W
V6
9Exchange Variation|D71
O
9Goglidze Attack|D70
9Ultra-Delayed Exchange Variation|D79
9with Nf3|D70
>g3|D70
C2
C3
$imzo-Indian Defense: Classical Variation, Belyavsky Gambit|E34
Prlin Variation, Macieja System|E39
\`Pirc Variation|E39
\`Steiner Variation|E38
^|E38
b
NKeres Defense|E32
NMilner-Barry Variation|E33
Oodern Variation|E37
NNoa Variation, Botvinnik Variation|E36
]Main Line|E36
]San Remo Variation|E37
[|E34
^5
^6
^7
NRomanishin Gambit|E36
NVitolins-Adorjan Gambit|E32
NZurich Variation|E33
L|E32
9Dilworth Gambit|E20
9Kmoch Variation|E20
9Leningrad Variation, Averbakh Gambit|E30
NBenoni Defense|E31
L|E30
9Mikenas Attack|E20
9Normal Variation, Bernstein Defense, Exchange Line|E58
\\|E59
\`
Lotvinnik System|E49
KClassical Defense|E48
KGligoric System, Bernstein Defense|E56
p7
]ronstein Variation|E55
\\Exchange Variation|E54
r
\\Keres Variation|E53
\\Smyslov Variation|E54
Z|E53
^
KRagozin Variation|E51
KSchlechter Defense|E52
a
Lämisch Deferred|E51
I|E46
L7
9Ragozin Defense|E48
AVariation|E51
:eshevsky Variation|E46
:omanishin Variation, English Hybrid|E20
M|E20
Q
:ubinstein System, Hübner Variation|E41
\`
LRubinstein Variation, Main Line|E42
bSherbakov Attack|E42
\`|E42
LTaimanov Variation|E40
J|E40
M1
9Simagin Variation|E46
:pielmann Variation, Carlsbad Variation|E23
NRomanovsky Gambit|E23
NStahlberg Variation|E23
e
L|E22
:t. Petersburg Variation, American Variation|E44
SFischer Variation|E45
SRomanishin-Psakhis Variation|E44
Swith Ne4|E43
Q|E43
U
U
U
U
U
U
U
U
U
U
T4
:ämisch Variation, Botvinnik Variation|E24
LCapablanca Variation|E29
LKeres Variation|E25
LO'Kelly Variation|E26
LRomanovsky Variation|E25
J|E24
M5
M6
M7
M8
M9
9Three Knights Variation, Euwe Variation|E21
RKorchnoi Variation|E21
RShocron Gambit|E21
P|E21
7|E20
950
)Larsen Attack: Classical Variation|A01
N6
8Dutch Variation|A01
8English Variation|A01
8Graz Attack|A01
8Indian Variation|A01
8Modern Variation|A01
L
L
L
8Norfolk Gambit|A06
J
8Pachman Gambit|A01
9olish Variation|A01
8Ringelbach Gambit|A01
8Spike Variation|A01
9ymmetrical Variation|A01
6|A01
(witsch Defense: Breyer Variation|B00
8Colorado Countergambit Accepted|B00
N|B00
8Declined Variation|B00
8El Columpio Defense, El Columpio Gambit|B00
Nxchange Variation|B00
MPin Variation|B00
K|B00
8Franco-Nimzowitsch Variation|B00
:ench Connection|B00
8Hornung Gambit|B00
8Kennedy Variation, Bielefelder Gambit|B00
KHammer Gambit|B00
Lerford Gambit|B00
KKeres Attack|B00
KLinksspringer Variation|B00
KMain Line|B00
KPaulsen Attack|B00
KRiemann Defense|B00
Kde Smet Gambit|B00
I|B00
8Mikenas Variation|B00
8Neo-Mongoloid Defense|B00
8Pirc Connection|B00
9seudo-Spanish Variation|B00
8Scandinavian Variation, Aachen Gambit|B00
Qdvance Variation|B00
PBogoljubow Variation, Brandics Gambit|B00
fErben Gambit|B00
fHeinola-Deppe Gambit|B00
fNimzowitsch Gambit|B00
fRichter Gambit|B00
fVehre Variation|B00
d|B00
h
PExchange Variation, Marshall Gambit|B00
b|B00
N|B00
8Wheeler Gambit|B00
9illiams Variation|B00
9oodchuck Variation|B00
6|B00
:
#Old Indian Defense: Aged Gibbon Gambit|A53
7Czech Variation, with Nc3|A53
Nf3|A53
7Duz-Khotimirsky Variation|A54
7Janowski Variation, Fianchetto Variation|A53
KGrinberg Gambit|A53
KMain Line|A53
I|A53
7Normal Variation|A55
7Tartakower-Indian|A54
8wo Knights Variation|A54
7Ukrainian Variation|A54
5|A41
753
$wen Defense: Guatemala Defense|B00
1Hekili-Loa Gambit|B00
1Matovinsky Gambit|B00
1Naselwaus Gambit|B00
1Smith Gambit|B00
1Unicorn Variation|B00
1Wind Gambit|B00
/|B00
#Paleface Attack|A45
$etrov's Defense: Classical Attack, Berger Variation|C42
GChigorin Variation, Browne Attack|C42
[Main Line|C42
Y|C42
Hlosed Variation|C42
GJaenisch Variation|C42
GKrause Variation|C42
GMarshall Trap|C42
PVariation, Chinese Gambit|C42
Y|C42
Jóczy Variation|C42
Ison Variation|C42
L-Showalter Variation|C42
GStaunton Variation|C42
GTarrasch Variation|C42
E|C42
6ochrane Gambit, Bishop Check Line|C42
FCenter Variation|C42
D|C42
7zio Attack|C42
5Damiano Variation, Kholmov Gambit|C42
F|C42
5French Attack|C42
5Italian Variation|C42
5Karklins-Martinovsky Variation|C42
7ufmann Attack|C42
5Millennium Attack|C42
6odern Attack, Bardeleben Variation|C43
DCenter Attack|C43
KVariation|C43
DMurrey Variation|C43
DSteinitz Variation|C43
Eymmetrical Variation|C43
DTal Gambit|C43
Erifunovic Variation|C43
B|C43
F
7ody Gambit|C42
5Nimzowitsch Attack|C42
5Paulsen Attack|C42
5Stafford Gambit Accepted|C42
Q
Q
D|C42
5Three Knights Game|C42
3|C42
7
7
7
7
$hilidor Defense: Albin-Blackburne Gambit|C41
5Berger Variation|C41
6ird Gambit|C41
6oden Variation|C41
5Exchange Variation|C41
K
K
5Hanham Variation, Delmar Variation|C41
GKrause Variation|C41
GSchlechter Variation|C41
Hharp Variation|C41
Hteiner Variation|C41
E|C41
;, Kmoch Variation|C41
5Larsen Variation|C41
6ion Variation, Bishop Sacrifice|C41
EDelayed Bishop Sacrifice|C41
EForcing Line|C41
ELion's Claw, with Bc4 and h6|C41
Xe2 and c6|C41
EShirov Gambit|C41
Fozin Variation|C41
C|C41
6opez Countergambit, Jaenisch Variation|C41
H|C41
5Morphy Gambit|C41
5Nimzowitsch Variation, Klein Variation|C41
LRellstab Variation|C41
LSokolsky Variation|C41
J|C41
N
@, Larobok Variation|C41
Cocock Variation|C41
5Paulsen Attack|C41
6hilidor Countergambit, Berger Variation|C41
MZukertort Variation|C41
Mdel Rio Attack|C41
K|C41
>Gambit|C41
5Steinitz Variation|C41
3|C41
7
7
7
$irc Defense: 150 Attack, Inner Doll Defense|B07
=Sveshnikov-Jansa Attack|B07
;|B07
1Austrian Attack, Dragon Formation|B09
BKurajica Variation|B09
BLjubojevic Variation|B09
BUnzicker Attack, Bronstein Variation|B09
Q|B09
BWeiss Variation|B09
@|B09
D
1Bayonet Attack|B07
2yrne Variation|B07
1Chinese Variation|B07
2lassical Variation, Quiet System, Chigorin Line|B08
Uzech Defense|B08
TParma Defense|B08
R|B08
FSchlechter Variation|B08
D|B08
H
1Kholmov System|B07
1Roscher Gambit|B00
1Sveshnikov System|B07
/|B00
3
3
27
$olish Defense: Spassky Gambit Accepted|A40
1|A40
*Opening, with d5|A00
>
1: Baltic Defense|A00
4irmingham Gambit|A00
4ugayev Advance Variation|A00
<ttack|A00
3Czech Defense|A00
3Dutch Defense|A00
3German Defense|A00
4rigorian Variation|A00
3Karniewski Variation|A00
4ing's Indian Variation, Schiffler Attack|A00
Mokolsky Attack|A00
J|A00
3Myers Variation|A00
3Outflank Variation, Schuehler Gambit|A00
E|A00
3Queen's Indian Variation|A00
8side Defense|A00
3Rooks Swap Line|A00
3Schiffler-Sokolsky Variation|A00
6uehler Gambit|A00
4ymmetrical Variation|A00
3Tartakower Gambit|A00
3Wolferts Gambit|A00
3Zukertort System|A05
1|A00
%nziani Opening: Caro Gambit|C44
5Jaenisch Counterattack|C44
O
O
O
5Leonhardt Variation|C44
5Neumann Gambit|C44
5Ponziani Countergambit, Schmidt Attack|C44
K|C44
5Romanishin Variation|C44
6éti Variation|C44
5Spanish Variation, Harrwitz Attack, Nikitin Gambit|C44
F|C44
6teinitz Variation|C44
5Vukovic Gambit|C44
3|C44
%rtuguese Opening: Miguel Gambit|C20
7Portuguese Gambit|C20
5|C20
$seudo Queen's Indian Defense|A47
D
$terodactyl Defense: Austrian, Austriadactylus Western|B06
BGrand Prix Pterodactyl|B06
BPteranodon|B06
8Central, Anhanguera|B06
ABenoni Beefeater Pterodactyl|A40
HPterodactyl|A40
HQuetzalcoatlus|B06
Bogolubovia|A42
AQuetzalcoatlus Gambit|B06
8Eastern, Anhanguera|B06
ABenoni Pteranodon|B06
Lodactyl|B06
G|B06
APteranodon|B06
ARhamphorhynchus|B06
8Fianchetto, King Pterodactyl|B06
DQueen Benoni Pterodactyl|A40
JPteranodon|A40
Nodactyl|A40
DRhamphorhynchus|B06
8Queen Pterodactyl, Quiet Line|A40
8Sicilian, Anhanguera|B27
BBenoni Gambit|B27
BPteranodon|B27
BQuetzalcoatlus|B06
BRhamphorhynchus|B27
BSiroccopteryx|B06
BUnpin|B27
8Western, Anhanguera|B06
APterodactyl|B27
ARhamphorhynchus|B27
ASiroccopteryx|B06
6|A42
#Queen's Gambit Accepted: Accelerated Mannheim Variation|D20
=lekhine Defense, Alatortsev Variation|D22
NBorisenko-Furman Variation|D21
NHaberditz Variation|D22
L|D22
<Bogoljubow Defense|D24
<Central Variation, Alekhine System|D20
OGreco Variation|D20
OMcDonnell Defense, Somov Gambit|D20
\`|D20
Podern Defense|D20
ORubinstein Defense, Yefimov Gambit|D20
a|D20
=lassical Defense, Alekhine System, Main Line|D29
m
\`Smyslov Variation|D29
^|D28
b
OMain Line|D27
\\
ONormal Line|D26
ORubinstein Variation|D27
g
Qssian Gambit|D27
OSteinitz Variation, Development Variation|D26
cExchange Variation|D26
M|D26
E, Flohr Variation|D28
Hurman Variation|D26
<Furman Variation|D27
<Godes Variation|D21
=unsberg Defense, Prianishenmo Gambit|D24
L|D21
<Janowski-Larsen Variation|D25
<Linares Variation|D20
<Mannheim Variation|D23
<Normal Variation, Traditional System|D26
d
d
d
L|D21
O5
<Old Variation, Billinger Gambit|D20
KChristensen Gambit|D20
KKorchnoi Gambit|D20
KNovikov Gambit|D20
I|D20
<Rosenthal Variation|D21
<Saduleto Variation|D20
=chwartz Defense|D20
=howalter Variation|D24
=lav Gambit|D21
=myslov Variation|D25
<Winawer Defense|D25
:|D20
=3
=4
>
2Declined: Alapin Variation|D31
>bin Countergambit, Balogh Variation|D08
QFianchetto Variation, Be6 Line|D09
hf5 Line|D09
hg4 Line|D09
e|D09
QJanowski Variation|D08
QKrenosz Variation|D08
QLasker Trap|D08
QModern Line|D08
QNormal Line|D08
QSpassky Variation|D08
QTartakower Defense|D08
O|D08
>ekhine Variation|D51
=nti-Tartakower Variation, Petrosian Variation|D55
U|D55
=ustrian Attack, Salvio Countergambit|D06
EDefense, Gusev Countergambit|D06
NHaberditz Variation|D06
L|D06
<Baltic Defense, Argentinian Gambit|D06
LPseudo-Chigorin|D06
SSlav|D02
LQueen Attack Deferred|D06
X|D06
J|D06
>rmen Variation|D37
=een-Koomen Variation|D50
<Cambridge Springs Defense, Argentine Variation|D52
WBogoljubow Variation|D52
WCapablanca Variation|D52
WRubinstein Variation|D52
WYugoslav Variation|D52
U|D52
Y
>pablanca Variation, Anti-Cambridge Springs Variation|D51
P|D30
T
=harousek Variation, Miladinovic Gambit|D31
O|D31
>igorin Defense, Exchange Variation, Costa's Line|D07
\`|D07
NJanowski Variation|D07
NLazard Gambit|D07
NMain Line, Alekhine Variation|D07
W|D07
Oodern Gambit|D07
NTartakower Gambit|D07
L|D07
P
P
<Exchange Variation, Carlsen Variation|D35
Qhameleon Variation|D35
PPositional Variation|D35
h
PReshevsky Variation|D36
g
g
g
PSämisch Variation|D35
N|D35
R
R
<Harrwitz Attack, Fianchetto Defense|D37
MMain Line|D37
MOrthodox Defense|D37
MTwo Knights Defense, Blockade Line|D37
\`|D37
K|D35
N7
O
O
<Janowski Variation|D31
<Knight Defense, Alekhine Gambit|D37
<Lasker Defense, Bernstein Variation, Mar del Plata Gambit|D57
_|D57
LMain Line|D57
LRussian Variation|D56
LTeichmann Variation|D56
J|D53
M6
N
<Manhattan Variation|D51
>rshall Defense, Tan Gambit|D06
L|D06
=iles Variation|D37
=odern Variation, Heral Variation|D53
NKnight Defense|D51
\`
\`
NNormal Line|D55
L|D50
<Neo-Orthodox Variation, Main Line|D55
R|D54
U5
=ormal Defense|D35
<Orthodox Defense, Alekhine Variation|D67
NBd3 Line|D66
Z
Y7
Ootvinnik Variation|D60
e
NCapablanca System|D67
YVariation|D63
Olassical Variation|D68
e
e
d9
NFianchetto Variation|D66
NHenneberger Variation|D63
g
g
g
NJanowski Variation|D67
NMain Line|D63
[
[
Z7
NPillsbury Variation|D63
NRauzer Variation|D60
Oubinstein Attack|D64
c
c
c
b5
c
YVariation, Flohr Line|D62
b|D61
f
f
f
f
f
NSwiss, Carlsbad Variation|D63
L|D60
<Pillsbury Attack|D55
=seudo-Tarrasch Variation, Canal Variation|D50
WPrimitive Pillsbury Variation|D50
U|D50
<Queen's Knight Variation|D31
<Ragozin Defense, Alekhine Variation|D38
MVienna Variation|D39
K|D38
=ochlin Variation|D51
<Semi-Slav, Abrahams Variation|D31
GJunge Variation|D31
GKoomen Variation|D31
ATarrasch Defense, Endgame Variation|D41
Txchange Variation|D41
i
SKmoch Variation|D41
Trause Variation|D50
SLevenfish Variation|D40
SMain Line|D42
SPillsbury Variation|D40
i1
SSan Sebastian Variation|D41
Tymmetrical Variation|D40
Swith e3|D40
Q|D40
U
T1
U
U
U
?mering Variation|D30
=pielmann Variation|D30
=tonewall Variation|D30
<Tarrasch Defense, Pseudo-Tarrasch Bishop Attack|D30
]|D30
NStoltz Variation|D34
L|D32
P
P
P
?takower Defense, Exchange Variation|D58
PMakogonov Exchange Variation|D59
N|D58
Q9
=hree Knights Variation|D37
W
I, Vienna Variation|D37
=raditional Variation|D30
<Uhlmann Variation|D53
<Vienna Variation, Quiet Variation|D37
L|D30
<Westphalian Variation|D38
<Zilbermints Gambit|D06
:|D30
<52
=3
>
>
>
>
>
=6
1|D06
+Indian Accelerated|A50
2Defense, with e3, Bb4+ Line|E14
B|E14
F
F
F
F
F
F
F
F
F
F
F
F
F
9: Anti-Queen's Indian System|E17
<verbakh Variation|E14
;Buerger Variation|E15
;Capablanca Variation|E16
<lassical Variation, Polugaevsky Gambit|E17
PTaimanov Gambit|E17
Qiviakov Defense|E18
Qraditional Variation, Main Line|E19
gNimzowitsch Line|E18
e|E18
N|E17
;Euwe Variation|E17
;Fianchetto Variation, Check Variation, Intermezzo Line|E15
bModern Line|E15
\`|E15
QKramnik Variation|E17
QNimzowitsch Variation, Nimzowitsch Attack|E15
hQuiet Line|E15
hTimman's Line|E15
f|E15
QRubinstein Variation|E15
QSämisch Variation|E15
QTraditional Line|E15
O|E15
;Kasparov Variation, Botvinnik Attack|E12
M|E12
P3
C-Petrosian Variation, Andersson Variation|E12
YClassical Variation|E12
YHedgehog Variation|E12
YKasparov Attack|E12
YMain Line|E12
[rco Defense|E12
Zodern Variation|E12
YPetrosian Attack|E12
Zolovodin Gambit|E12
YRashkovsky Attack|E12
Zomanishin Attack|E12
W|E12
;Miles Variation|E12
;Opocensky Variation|E17
;Petrosian Variation, Farago Defense|E12
N|E12
;Riumin Variation|E16
;Spassky System3|E14
N
I|E14
M
M
M
;Traditional Variation|E17
;Yates Variation|E16
9|E12
+Pawn Game: Accelerated London System, Steinitz Countergambit Accepted|D00
g, Morris Countergambit Accepted|D00
}|D00
g|D00
O|D00
7nglo-Slav Opening|A40
8ti-Torre|D02
6Barry Attack, Grünfeld Variation|A48
DTarzan Attack|A48
B|A48
F
6Chandler Gambit|D02
8igorin Variation, Alburt Defense|D00
Knti-Veresov|D00
JFianchetto Defense|D00
JIrish Gambit|D00
JShaviliuk Gambit|D00
Lropshire Defense|D00
H|A45
ID00
L
K2
7olle System, Anti-Colle|D04
DGrünfeld Formation|D04
DTraditional Colle|D05
B|D04
E5
F
F
F
F
F
F
6Hübsch Gambit|D00
6Krause Variation|D02
6Levitsky Attack, Euwe Variation, Modern Line|D02
GWelling Variation|D00
E|D00
7iedmann Gambit|A43
7ondon System, Pterodactyl Variation|D02
Ewith e6|D02
P
C|D02
G
G
G
6Mason Attack|D00
7odern Defense|A40
6Rossolimo Variation|A41
6Stonewall Attack|D00
7ymmetrical Variation, Pseudo-Catalan|D02
_
_
K|D02
6Torre Attack, Breyer Variation|A46
DGossip Variation|D03
Erünfeld Variation, Main Line|A48
V|D03
Z
B|D03
F
F
F
F
F
F
F
F
F
F
6Veresov Attack, Classical Defense|A46
FDutch System|A80
=, Richter Attack|A45
6Zilbermints Countergambit|D02
7ukertort Variation|D02
L5
8rich Gambit|D00
4|A40
71
5D00
8
8
/, Mengarini Attack|E60
#Rapport-Jobava System, with e6|D01
8|D01
<
<
%t Defense: Accelerated Gurgenidze|B06
1ntal Defense|B00
0Balogh Defense|A82
0English Rat, Lisbon Gambit|A41
=Pounds Gambit|A41
;|A41
0Fuller Gambit|B00
0Harmonist|B00
0Petruccioli Attack|B00
0Small Center Defense|C00
1pike Attack|B00
$ichter-Veresov Attack: Boyce Defense|D01
;Malich Gambit|D01
;Richter Variation|D01
;Two Knights System, Grünfeld Defense|D01
M|D01
;Veresov Variation|D01
9|D01
=
$obatsch Defense: Rossolimo Variation|A41
$ubinstein Opening: Bogoljubow Defense|D05
7Classical Defense|D05
7Semi-Slav Defense|D05
L
L
5|D05
%y Lopez: Alapin Defense, Alapin Gambit|C60
<|C60
.Berlin Defense, Anti-Berlin Variation, Anderssen Variation|C65
UDuras Variation|C65
UKaufmann Variation|C65
UMortimer Trap|C65
^Variation|C65
S|C65
>Berlin Wall|C67
@verwijk Variation|C65
>Closed Bernstein Variation|C66
EShowalter Variation|C66
EWolf Variation|C66
?ordel Variation|C67
>Fishing Pole Variation|C65
>Hedgehog Variation|C66
>Improved Steinitz Defense|C66
>Minckwitz Variation|C67
>Nyholm Attack|C65
>Pillsbury Variation|C67
>Rio Gambit Accepted|C67
Bde Janeiro Variation|C67
Z
?osenthal Variation|C67
>Tarrasch Trap|C66
?rifunovic Variation|C67
>Winawer Attack|C67
>Zukertort Variation|C67
>l'Hermet Variation, Berlin Wall Defense|C67
RWesterinen Line|C67
P|C67
<|C65
@
/ird Variation, Paulsen Variation|C61
<|C61
2's Defense Deferred|C70
/rentano Gambit|C60
0ix Variation|C78
/ulgarian Variation|C60
.Central Countergambit|C78
/lassical Defense, Benelux Variation|C64
Boden Variation|C64
AZaitsev Variation|C64
8Variation, Central Variation|C64
Dharousek Variation|C64
Dordel Gambit|C64
CKonikowski Gambit|C64
CModern Main Line|C64
CSpanish Wing Gambit|C64
CZukertort Gambit|C65
A|C64
0osed Berlin Defense, Chigorin Variation|C66
4, Alekhine Gambit|C88
7nti-Marshall|C88
7verbakh Variation|C87
6Balla Variation|C88
8sque Gambit|C84
7ogoljubow Variation|C91
8risenko Variation|C96
7reyer Defense, Quiet Variation|C94
FZaitsev Hybrid|C95
D|C94
G5
H
<|C95
6Center Attack, Basque Gambit|C84
C|C84
7higorin Defense, Gajewski Gambit|C96
HPanov System|C99
F|C96
J
I7
J
I8
J
>, Yugoslav System|C97
6Delayed Exchange|C85
6Flohr System|C92
6Karpov Variation|C92
7ecskemet Variation|C72
8res Defense|C96
7holmov Variation|C92
6Leonhardt Variation|C88
7utikov Variation|C90
6Martinez Variation|C84
7orphy Attack|C84
6Pilnik Variation|C90
6Rosen Attack|C88
9solimo Defense|C96
6Smyslov Defense|C93
=-Breyer-Zaitsev Hybrid|C92
7uetin Variation|C90
6Trajkovic Counterattack|C88
6Worrall Attack, Castling Line|C86
W
FDelayed Castling Line|C86
D|C86
6Yates Variation, Short Attack|C91
E|C91
6Zaitsev System|C92
4|C84
78
8
690
72
/ozio Defense, Paulsen Variation|C60
=Tartakower Gambit|C60
;|C60
.Exchange Variation, Alapin Gambit|C69
Dekhine Variation|C68
BBronstein Variation|C69
BGligoric Variation|C69
BKeres Variation|C68
Cing's Bishop Variation|C69
BLutikov Variation|C68
BNormal Variation|C69
BRomanovsky Variation|C68
@|C68
6, Alekhine Variation|C68
.Fianchetto Defense, Kevitz Gambit|C60
@|C60
.Halloween Attack|C65
.Lucena Variation|C60
.Marshall Attack, Main Line, Spassky Variation|C89
H|C89
@odern Main Line|C89
FVariation|C89
?Original Marshall Attack|C89
?Re3 Variation|C89
?Steiner Variation|C89
=|C89
A
/orphy Defense, Alapin's Defense Deferred|C70
?nderssen Variation|C77
?rkhangelsk Variation|C78
>Bayreuth Variation|C77
>Caro Variation|C70
?lassical Defense Deferred|C70
?ozio Defense|C70
>Duras Variation|C77
>Fianchetto Defense Deferred|C70
>Graz Variation|C70
>Jaffe Gambit|C77
>Mackenzie Variation|C77
?odern Steinitz Defense, Fianchetto Variation|C76
WSiesta Variation|C74
U|C71
Y
Y
X2
X3
Y
X4
Y
X5
Y
?øller Variation|C78
>Neo-Arkhangelsk Variation|C78
?orwegian Variation, Nightingale Gambit|C70
Q|C70
>Schliemann Defense Deferred, Jaenisch Gambit Deferred|C70
Y|C70
?teinitz Deferred|C79
S
>Tarrasch Variation|C77
Atakower Variation|C80
>Wing Attack|C78
?ormald Attack|C77
<|C70
?8
@
.Noah's Ark Trap|C71
?88
/ürnberg Variation|C60
.Open Berlin Defense, Showalter Variation|C67
Cl'Hermet Variation|C67
2, Berger Variation|C80
7lin Variation|C82
7nstein Variation, Luther Line|C80
G|C80
5reslau Variation|C83
4Classical Defense, Main Line|C83
E|C83
I
4Dilworth Variation|C82
4Friess Attack|C80
4Harksen Gambit|C80
5owell Attack, Ekstrom Variation|C81
A|C81
E
4Italian Variation|C82
4Karpov Gambit|C80
5norre Variation|C80
4Main Line|C80
6lkin Variation|C83
5otzko Attack, Nenarokov Variation|C82
A|C82
4Richter Variation|C80
6ga Variation|C80
4Schlechter Defense|C80
5kipworth Gambit|C80
5t. Petersburg Variation|C82
4Tarrasch Trap|C83
4Zukertort Variation|C80
2|C80
6
6
6
52
.Pollock Defense|C60
.Rabinovich Variation|C78
/etreat Variation|C60
/otary-Albany Gambit|C60
.Schliemann Defense, Classical Variation|C63
BDyckhoff Variation|C63
BExchange Variation|C63
BJaenisch Gambit Accepted|C63
BKostić Defense|C63
BMöhring Variation|C63
BSchönemann Attack|C63
BTartakower Variation|C63
@|C63
/panish Countergambit, Harding Countergambit, Fricke Gambit|C60
MGambit|C60
C|C60
/teinitz Defense Deferred, Boleslavsky Variation|C79
ILipnitsky Variation|C79
>, Center Gambit|C62
@Nimzowitsch Attack|C62
@Semi-Duras Variation|C62
>|C62
B
.Vinogradov Variation|C60
.Wormald Attack, Grünfeld Variation|C77
,|C60
$éti Opening: Advance Variation, Michel Gambit|A09
DNavara Gambit|A09
B|A09
2nglo-Slav Variation, Bled Variation|A12
Hogoljubow Variation, Stonewall Line|A14
[|A12
_
_
_
GCapablanca Variation|A12
_
_
GGurevich System|A11
Z
Z
Z
Z
GLondon Defensive System|A12
b
b
b
GNew York System|A12
Z
Z
GTorre System|A12
W
W
W
Gwith dxc4|A12
Lg3|A11
R
R
R
R
R
E|A12
H4
1Penguin Variation|A09
1Reversed Blumenfeld Gambit|A09
2éti Accepted|A09
6Gambit, Keres Variation|A09
1Zilbermints Gambit|A09
/|A09
#Saragossa Opening|A00
$candinavian Defense: Anderssen Counterattack, Collijn Variation|B01
RGoteborg System|B01
ROrthodox Attack|B01
P|B01
9Blackburne Gambit|B01
C-Kloosterboer Gambit|B01
:oehnke Gambit|B01
:ronstein Variation|B01
9Classical Variation|B01
9Grünfeld Variation|B01
:ubinsky-Melts Defense|B01
9Icelandic-Palme Gambit|B01
9Kiel Variation|B01
:loosterboer Gambit|B01
:ádas Gambit|B01
9Lasker Variation|B01
9Main Line, Leonhardt Gambit|B01
DMieses Variation|B01
B|B01
;rshall Variation|B01
:ieses-Kotroc Variation|B01
:odern Variation, Gipslis Variation|B01
KWing Gambit|B01
I|B01
M
9Panov Transfer|B01
:ortuguese Gambit, Banker Variation|B01
LClassical Variation|B01
Morrespondence Refutation|B01
LElbow Variation|B01
LJadoul Variation|B01
LLusophobe Variation|B01
LMelbourne Shuffle Variation|B01
LWuss Variation|B01
J|B01
9Richter Variation|B01
N
9Schiller-Pytel Variation, Modern Variation|B01
Q|B01
9Valencian Variation, Ilundain Variation|B01
NMain Line|B01
L|B01
9Zilbermints Gambit|B01
7|B01
;
%otch Game: Alekhine Gambit|C45
0Benima Defense|C44
1lumenfeld Attack|C45
1raune Variation|C45
0Classical Variation, Blackburne Attack|C45
EIntermezzo Variation|C45
EMillennium Variation|C45
C|C45
1ochrane Variation|C44
8-Shumov Defense|C44
0Fraser Variation|C45
0Ghulam-Kassim Variation|C45
1ottschall Variation|C45
1öring Gambit, Bardeleben Variation|C44
?Double Pawn Sacrifice|C44
?Main Line|C44
=|C44
0Hanneken Variation|C44
2xo Gambit|C44
1orwitz Attack, Blackburne Variation|C45
>|C45
0Lolli Variation|C44
C
0Malaniuk Variation|C45
1eitner Variation|C45
1ieses Variation|C45
1odern Defense|C45
0Napoleon Gambit|C44
0Paulsen Attack|C45
8Variation|C45
7, Gunsberg Defense|C45
1otter Variation|C45
0Relfsson Gambit|C44
1omanishin Variation|C45
2senthal Variation|C45
0Schmidt Variation|C45
2otch Gambit, Advance Variation|C44
?Cochrane-Anderssen Variation|C44
?Dubois Réti Defense|C44
?Göring Gambit Declined|C44
?Kingside Variation|C44
?London Defense|C44
?Sarratt Variation|C44
=|C44
1ea-Cadet Mate|C44
1teinitz Variation|C45
F
0Tartakower Variation|C45
0Vitzthum Attack|C44
.|C44
2
15
2
$emi-Slav Defense Accepted|D44
4: Accelerated Meran Variation|D45
Cove Order|D31
7nti-Moscow Gambit|D43
;Noteboom, Stonewall Variation, Portisch Gambit|D31
X|D31
6Bogoljubow Variation|D46
8tvinnik Variation, Alatortsev System|D44
KEkstrom Variation|D44
KLilienthal Variation|D44
KSzabo Variation|D44
I|D44
M
6Chigorin Defense|D46
J
J
J
J
J
J
J
6Gunderam Gambit|D31
6Hastings Variation|D43
6Main Line|D45
B6
C
8rshall Gambit, Forgotten Variation|D31
GMain Line|D31
GTolush Variation|D31
E|D31
7eran Variation, Blumenfeld Variation|D49
GLundin Variation|D47
GOld Variation|D48
GPirc Variation|D48
GRabinovich Variation|D49
Hellstab Attack|D49
Iynolds' Variation|D48
GSozin Variation|D49
Z
Htahlberg Variation|D49
GWade Variation, Kaidanov Gambit|D47
WLarsen Variation|D47
U|D47
E|D47
H8
I
7oscow Variation|D43
6Normal Variation|D45
J
J
8teboom Variation, Abrahams Variation|D31
Knti-Noteboom Gambit|D31
XVariation, Belyavsky Line|D31
a|D31
H|D31
6Quiet Variation|D30
I
6Romih Variation|D46
7ubinstein System|D45
6Semi-Meran Variation|D47
7toltz Variation, Center Variation, Mikhalchishin Line|D45
X|D45
HShabalov Attack|D45
F|D45
J
J
J
J
9newall Defense|D45
4|D43
$icilian Defense: Accelerated Dragon, Exchange Variation|B34
IMaróczy Bind, Breyer Variation|B39
WGurgenidze Variation|B36
U|B36
X7
X8
Jodern Bc4 Variation|B35
PVariation|B34
ISimagin Variation|B37
G|B32
7ton Extension|B27
6lapin Variation, Anti-Alapin Gambit|B22
GBarmen Defense, Central Exchange|B22
WEndgame Variation|B22
WMilner-Barry Attack|B22
Xodern Line|B22
U|B22
Y
Y
GSherzer Variation|B40
Hmith-Morra Declined|B22
Htoltz Attack, Ivanchuk Line|B22
T|B22
E|B22
6mazon Attack|B20
5Big Clamp Formation|B20
6oleslavsky Variation, Louma Variation|B58
J|B58
M9
7wdler Attack|B20
6rick Variation|B20
7ussels Gambit|B27
6ücker Variation|B27
5Chekhover Variation, Zaitsev Defense|B53
H|B53
6lassical Variation, Anti-Sozin Variation|B57
JDragon Transfer|B58
JFianchetto Variation|B56
JSozin Attack|B57
H|B56
K8
7osed, Anti-Sveshnikov Variation, Kharlov-Kramnik Line|B30
Xwith Nf6|B30
]d6|B30
V|B30
=Botvinnik Defense, Edge Variation|B25
Pwith Nge2|B25
Uf4|B25
=Carlsen Variation|B23
>hameleon Variation|B23
=Fianchetto Variation|B24
=Grob Attack|B23
=Korchnoi Defense|B23
=Portland Attack|B23
=Smyslov Variation|B24
=Traditional|B23
;|B23
?
?
>4
?
>5
?
>6
6oles Sicilian Gambit|B21
6zerniak Attack, Queen Fianchetto Variation|B20
D|B20
5Delayed Alapin Variation, Basman-Palatnik Double Gambit|B50
_Gambit|B50
Owith d6|B50
Te6|B40
M|B22
Q
6ouble-Dutch Gambit|B27
6ragon Variation, Accelerated Dragon|B54
GClassical Variation, Alekhine Line|B74
]msterdam Variation|B72
\\Battery Variation|B73
]ernard Defense|B74
\\Grigoriev Variation|B72
\\Maróczy Line|B74
\\Normal Line|B74
\\Spielmann Variation|B74
]tockholm Attack|B74
\\Tartakower Line|B74
\\Zollner Gambit|B73
Z|B70
]2
^
^
]3
GFianchetto Variation|B70
GLevenfish Variation, Main Line|B71
Z|B71
GModern Bc4 Variation|B35
GYugoslav Attack, Belezky Line|B75
Yyrne Variation|B77
XChinese Dragon|B78
Yzerniak Variation|B77
n
XEarly Deviations|B75
XHungarian Dragon|B75
XMain Line|B77
e
e
Yodern Line|B76
XOld Line|B78
XPanov Variation|B76
XSoltis Variation|B79
Zsonko Variation|B77
XTopalov Variation|B78
V|B76
Z
Y8
Y9
E|B70
H2
8zic Variation|B40
5Euwe Attack, Prins Gambit|B20
5Flohr Variation|B32
6our Knights Variation, American Attack|B45
MCobra Variation|B45
MExchange Variation|B45
MSveshnikov Transfer|B45
K|B45
6ranco-Sicilian Variation|B32
7ederico Variation|B27
8nch Variation, Normal|B40
GOpen|B40
GWesterinen Attack|B40
E|B40
5Gaw-Paw Variation|B40
6loria Variation|B20
6odiva Variation|B32
6rand Prix Attack, Schofman Variation|B23
F|B23
7ob Variation|B20
5Halasz Gambit|B21
6eidenfeld Variation|B22
6yperaccelerated Dragon|B27
P
FPterodactyl, Exchange Variation|B27
Q|B27
5Jalalabad Variation|B27
5Kalashnikov Variation|B32
7n Variation, Gipslis Variation|B42
DKnight Variation|B43
DMaróczy Bind, Bronstein Variation|B41
i
RHedgehog Variation|B41
RRéti Variation|B41
Eodern Variation|B42
DPolugaevsky Variation|B42
DSwiss Cheese Variation|B42
DWing Attack, Christiansen's Dream|B43
QFianchetto Variation|B40
QSpraggett Attack|B43
O|B43
B|B41
7talimov Variation|B27
6eres Variation|B20
6ing David's Opening|B20
6opec System|B50
7tov Gambit|B50
6ramnik Variation|B40
7onberger Variation, Nemeth Gambit|B20
I|B20
6upreichik Variation|B56
6veinis Variation|B40
5Lasker-Dunne Attack|B20
<Pelikan Variation, Bird Variation|B33
OExchange Variation|B33
ORetreat Variation|B33
OSchlechter Variation|B33
Pveshnikov Variation, Chelyabinsk Variation|B33
eNovosibirsk Variation|B33
ePeresypkin's Sacrifice|B33
c|B33
g
M|B33
6öwenthal Variation|B32
5Magnus Smith Trap|B57
7rshall Counterattack|B40
6cDonnell Attack, Tal Gambit|B21
Hoilet Variation|B21
E|B21
6engarini Variation|B20
6odern Variations, Anti-Qxd4 Move Order Accepted|B50
\\|B50
HGinsberg Gambit|B54
HMain Line|B54
HTartakower|B50
F|B50
7ngoose Variation|B27
7rphy Gambit, Andreaschek Gambit|B21
B|B21
7scow Variation, Dorfman Gambit|B51
GHaag Gambit|B52
GMain Line|B52
Hoscow Gambit|B51
GSokolsky Variation|B52
E|B51
6yers Attack, with a4|B20
Hh4|B20
5Najdorf Variation, Adams Attack|B90
Imsterdam Variation|B93
HBrowne Variation|B98
HDekker Gambit|B90
HEnglish Attack, Anti-English|B90
V|B90
Z
Z
Z
Z
HGoteborg Variation|B98
HIvkov Variation|B94
HLipnitsky Attack|B90
HMain Line|B99
HNeo-Classical Defense|B96
HOpocensky Variation, Modern Line|B92
]Traditional Line|B92
[|B92
_
HPetronić Attack|B90
Ioisoned Pawn Accepted|B97
VVariation|B97
Jlugaevsky Variation, Simagin Line|B96
]|B96
HScheveningen Variation|B84
HTraditional Line|B98
HYates Variation|B90
HZagreb Variation|B91
F|B90
I4
I5
I6
I8
6imzo-American Variation|B32
:witsch Variation, Advance Variation|B29
LClosed Variation|B29
LExchange Variation|B29
LMain Line|B29
J|B29
6yezhmetdinov-Rossolimo Attack, Brooklyn Retreat Defense|B30
UFianchetto Variation, Gufeld Gambit|B31
kLutikov Gambit|B31
kTotsky Attack|B31
i|B31
UGurgenidze Variation|B31
USan Francisco Gambit|B30
S|B30
5O'Kelly Variation, Aronin System|B28
HKieseritzky System|B28
HMaróczy Bind, Geller Line|B32
VPaulsen Line|B28
VRobatsch Line|B28
T|B28
HNormal System, Cortlever Gambit|B28
WSmith-Morra Line|B28
WTaimanov Line|B28
WZagorovsky Line|B28
U|B28
HQuiet System|B28
HRéti System|B28
HVenice System, Barcza Line|B28
WGambit Line|B28
WLjubojevic Line|B28
WSteiner Line|B28
U|B28
HWing Gambit|B28
HYerevan System|B28
F|B28
6ld Sicilian|B30
6pen|B32
=
=
<3
5Paulsen-Basman Defense|B40
6in Variation, Jaffe Variation|B40
DKoch Variation|B40
B|B40
6olish Gambit|B27
7rtsmouth Gambit|B30
6rins Variation, Venice Attack|B55
D|B54
5Quinteros Variation|B27
5Richter-Rauzer Variation, Classical Variation, Kantscher Line|B63
b|B63
e4
f
e5
ODragon Variation|B60
OExchange Variation|B62
OIvanov Variation|B63
OModern Variation|B60
b1
ONeo-Modern Variation, Early Deviations|B66
eNyezhmetdinov Attack|B69
c|B67
f8
OPodebrady Variation|B62
ORauzer Attack|B65
OTraditional Variation|B63
OVitolins Variation|B62
M|B60
P2
Q
5Scheveningen Variation, Classical Main Line|B85
WVariation, Paulsen Variation|B85
w
w
\`|B83
c4
d
MDelayed Keres Attack, Perenyi Gambit|B90
a|B90
MEnglish Attack, with Qd2|B80
bf3|B90
MFianchetto Variation|B80
MKeres Attack|B81
MMatanovic Attack|B82
Nodern Variation|B83
a
a
MTal Variation|B82
MVitolins Variation|B80
K|B80
6mith-Morra Gambit Accepted, Chicago Defense|B21
e
Slassical Formation|B21
RDanish Variation|B21
RFianchetto Defense|B21
Tnegold Defense|B21
RKan Formation|B21
RLarsen Defense|B21
RMorphy Defense Deferred|B21
\`|B21
RPaulsen Formation|B21
Sin Defense|B21
RScheveningen Formation|B21
Siberian Variation, Siberian Trap|B21
d|B21
Sozin Formation|B21
RTaimanov Formation|B21
P|B21
HDeclined, Alapin Formation|B21
RCenter Formation|B21
RDubois Variation|B21
RPush Variation|B21
RScandinavian Formation|B21
RWing Formation|B21
Jferred|B40
G|B21
K
6ozin Attack, Fischer Variation|B88
Dlank Variation|B87
CLeonhardt Variation|B88
CMain Line, Sherbakov Variation|B89
L|B89
A|B86
6pielmann Variation|B56
6taunton-Cochrane Variation|B20
5Taimanov Variation, Bastrikov Variation, English Attack|B48
^Ponomariov Gambit|B47
\\|B47
_9
IGary Gambit|B44
IModern Line|B44
ISzén Variation|B44
G|B44
J5
J6
5Velimirovic Attack|B89
7nice Attack|B56
5Wing Gambit Deferred|B40
@, Abrahams Variation|B20
BCarlsbad Variation|B20
BDeferred Variation|B50
BMarienbad Variation|B20
Eshall Variation|B20
BNanu Gambit|B20
BRomanian Defense|B20
BSantasiere Variation|B20
@|B20
3|B20
67
550
7
$lav Defense: Alapin Variation|D16
3ekhine Variation|D15
1Bonet Gambit|D11
2reyer Variation|D11
1Chebanenko Variation, Advance System|D15
E|D15
I
2zech Variation, Bled Attack|D17
BCarlsbad Variation, Morozevich Variation|D17
T|D17
Classical System, Main Line|D19
R|D18
BDutch Variation, Sämisch Variation|D19
Q|D19
BKrause Attack, Fazekas Gambit|D17
O|D17
BLasker Variation|D18
BWiesbaden Variation, Sharp Line|D17
U|D17
@|D17
1Diemer Gambit|D10
1Exchange Variation, Boor Attack|D10
ESchallopp Variation|D13
Fymmetrical Line|D14
ETrifunovic Variation|D14
C|D10
F3
1Geller Gambit|D15
B
1Modern Line|D11
@
@
@
1Quiet Variation, Amsterdam Variation|D12
BLandau Variation|D12
BPin Defense|D11
BSchallopp Defense|D12
W
@|D11
1Schlechter Variation|D15
2lav Gambit, Alekhine Attack|D10
2myslov Variation|D16
2oultanbeieff Variation|D16
2teiner Variation|D16
2üchting Variation|D15
1Three Knights Variation|D15
2wo Knights Attack|D15
1Winawer Countergambit, Anti-Winawer Gambit|D10
F|D10
/|D10
3
3
(Indian: Kudischewitsch Gambit|A40
.|A50
$odium Attack: Celadon Variation|A00
3henoboskion Variation|A00
2Durkin Gambit|A00
0|A00
$t. George Defense: Polish Variation|B00
7San Jorge Variation|B00
7Zilbermints Gambit|B00
5|B00
#Tarrasch Defense: Classical Variation, Advance Variation|D34
JBogoljubow Variation|D34
JCarlsbad Variation|D34
Khandler Variation|D34
Klassical Tarrasch Gambit|D34
JEndgame Variation|D34
JMain Line|D34
JPetursson Variation|D34
JRéti Variation|D34
JSpassky Variation|D34
H|D34
5Dubov Tarrasch|D33
5Grünfeld Gambit|D32
5Marshall Gambit|D32
5Prague Variation, Main Line|D34
E|D33
5Rubinstein System|D33
5Schara Gambit|D32
6wedish Variation, Central Break|D33
F|D33
6ymmetrical Variation|D32
N
5Tarrasch Gambit|D32
6wo Knights Variation|D32
5Wagner Variation|D33
5von Hennig Gambit|D32
3|D32
$hree Knights Opening: Schlechter Variation|C46
;teinitz Defense|C46
B-Rosenthal Variation|C46
:Winawer Defense|C46
8|C46
<
$orre Attack: Classical Defense, Nimzowitsch Variation|A46
DPetrosian Gambit|A46
B|A46
1Fianchetto Defense, Euwe Variation|A48
C|A48
1Wagner Gambit|A46
$rompowsky Attack: Borg Variation|A45
6Classical Defense, Big Center Variation|A45
G|A45
6Edge Variation, Hergert Gambit|A45
X
D|A45
6Poisoned Pawn Variation|A45
6Raptor Variation, Hergert Gambit|A45
F|A45
4|A45
#Valencia Opening|A00
%n Geet Opening: Battambang Variation|A00
6erlin Gambit|B00
6illockus-Johansen Gambit|A00
5Damhaug Gambit|A00
6ougherty Gambit|A00
6unst-Perrenet Gambit|A00
6üsseldorf Gambit|A00
5Gladbacher Gambit|A00
6rünfeld Defense, Steiner Gambit|C31
E|B01
5Hector Gambit|A00
7rgert Gambit|A00
6ulsemann Gambit|A00
5Jendrossek Gambit|A00
5Kluever Gambit|A00
5Laroche Gambit|A00
6iebig Gambit|A00
5Melleby Gambit|A00
6yers Attack|A00
5Napoleon Attack|A00
6ovosibirsk Variation|A00
7wokunski Gambit|A00
5Pfeiffer Gambit, Sleipnir Countergambit|A00
D|A00
5Reversed Nimzowitsch|A00
>Scandinavian|A00
5Sicilian Two Knights|A00
6leipnir Gambit|A00
5Twyble Attack|A00
6übingen Gambit|A00
5Venezolana Variation|A00
5Warsteiner Gambit|A00
3|A00
&'t Kruijs Opening: Bouncing Bishop Variation|A00
9Keoni-Hiva Gambit, Akahi Variation|A00
Mlua Variation|A00
LEkolu Variation|A00
7|A00
$ienna Gambit, with Max Lange Defense: Cunningham Defense|C25
JHamppe-Allgaier Gambit, Alapin Variation|C25
bThorold Variation|C25
\`|C25
QMuzio Gambit|C25
JKnight Variation|C25
JPierce Gambit|C25
JQuelle Gambit|C25
JSteinitz Gambit, Fraser-Minckwitz Defense|C25
[Main Line|C25
[Paulsen Defense|C25
[Sörensen Defense|C25
[Zukertort Defense|C25
Y|C25
H|C25
-e: Adams' Gambit|C27
1nderssen Defense|C25
0Falkbeer Variation|C26
1rankenstein-Dracula Variation|C27
1yfe Gambit|C25
0Giraffe Attack|C25
0Hamppe-Meitner Variation|C25
8uzio Gambit|C25
<, Dubois Variation|C25
1eyde Variation|C29
0Max Lange Defense|C25
1engarini Variation|C26
1ieses Variation, Erben Gambit|C26
@|C26
0Omaha Gambit|C25
0Paulsen Variation, Mariotti Gambit|C25
CPollock Gambit|C26
A|C25
E
1hilidor Countergambit|C25
1ierce Gambit, Rushmere Attack|C25
0Stanley Variation, Alekhine Variation|C27
CBronstein Gambit|C28
CEifel Gambit|C26
CFrankenstein-Dracula Variation|C27
CMeitner-Mieses Gambit|C25
Donster Declined|C27
CReversed Spanish|C26
CThree Knights Variation|C28
A|C26
0Vienna Gambit, Bardeleben Variation|C29
@reyer Variation|C29
?Kaufmann Variation|C29
?Main Line|C29
@odern Variation|C29
?Paulsen Attack|C29
?Steinitz Variation|C29
?Wurzburger Trap|C29
=|C29
0Zhuravlev Countergambit|C25
.|C25
$ulture Defense|A56
#Wade Defense|A41
%re Defense: Snagglepuss Defense|B00
/|B00
(Opening: Cologne Gambit|A00
2rab Variation|A00
1Meadow Hay Trap|A00
1Symmetric Variation|A00
1Ware Gambit|A00
2ing Gambit|A00
/|A00
#Yusupov-Rubinstein System|A46
#Zaire Defense|A40
$ukertort Defense: Kingside Variation|A04
6Sicilian Knight Variation|A04
-Opening: Ampel Variation|A06
7rctic Defense, Drunken Knight Variation|A04
D|A04
6Basman Defense|A04
7lack Mustang Defense|A04
6Double Fianchetto Attack|A05
7runken Cavalry Variation|A04
7utch Variation|A04
6Herrstrom Gambit|A04
6Kingside Fianchetto|A04
6Lemberger Gambit|A05
7isitsyn Gambit Deferred|A04
E|A04
6Myers Polish Attack|A05
6Nimzo-Larsen Variation|A05
6Old Indian Attack|A06
6Pachman Gambit|A06
7irc Invitation|A04
7olish Defense|A04
6Queen's Gambit Invitation|A04
;side Fianchetto Variation|A04
8iet System|A05
6Regina-Nu Gambit|A06
8versed Grünfeld|A08
K
K
K
?Mexican Defense|A06
7oss Gambit|A04
6Santasiere's Folly|A06
7habalov Gambit|A04
7icilian Invitation|A04
7lav Invitation|A04
7peelsmet Gambit|A04
7t. George Defense|A04
6Tennison Gambit, Brigg's Trap|A06
E|A06
7he Potato|A06
:Walrus|A04
6Vos Gambit|A04
6Wade Defense, Chigorin Plan|A41
B|A04
8re Defense|A04
4|A04
75
8
76`,Ui={keys:Jt,names:Ut};function jt(e){const n=e.split(" ").slice(0,4).join(" ");let i=2166136261;for(let t=0;t<n.length;t++)i=Math.imul(i^n.charCodeAt(t),16777619);return(i^i>>>24)&16777215}function Zt(e){let n="";return e.split(`
`).map(i=>n=n.slice(0,i.charCodeAt(0)-35)+i.slice(1))}let ji;function Qt(){const e=Zt(Ui.names),n=atob(Ui.keys),i=new Map;return e.forEach((t,r)=>{const o=u=>n.charCodeAt(3*r+u),s=o(0)<<16|o(1)<<8|o(2),l=t.lastIndexOf("|");i.set(s,{name:t.slice(0,l),eco:t.slice(l+1)})}),i}function Yt(e){ji??=Qt();for(let n=e.length-1;n>=0;n--){const i=ji.get(jt(e[n]));if(i)return i}}class Ua{tree_=N(new Qn(ae));at_=N(0);changes=N(0);tree=cn(()=>(this.changes.value,this.tree_.value));node=cn(()=>this.tree.value.node(this.at_.value)??this.tree.value.root);moves=cn(()=>this.tree.value.moves(this.node.value));position=cn(()=>U().call("position",{fen:this.tree.value.root.fen,moves:this.moves.value}));opening=cn(()=>{const n=this.tree.value;return Yt([n.root.fen,...n.path(this.node.value).map(i=>i.fen)])});get version(){return this.changes.value}go(n){n&&(this.at_.value=n.id)}back(){this.go(this.node.value.parent)}forward(){this.go(this.node.value.children[0])}first(){this.go(this.tree.value.root)}last(){let n=this.node.value;for(;n.children[0];)n=n.children[0];this.go(n)}play(n,i=this.node.value){const t=this.tree_.value,r=t.moves(i),o=U().call("line",{fen:t.root.fen,moves:[...r,...n]}).moves;let s=i;for(const l of o.slice(r.length))s=t.add(s,l);return this.changes.value++,this.go(s),s}reset(n=ae){const i=U().call("position",{fen:n});this.tree_.value=new Qn(i.fen),this.at_.value=0,this.changes.value++}load(n){this.tree_.value=Qn.fromPgn(n),this.at_.value=0,this.changes.value++}remove(n){const i=this.tree_.value.remove(n);this.changes.value++,this.tree_.value.node(this.at_.value)||this.go(i)}promote(n){this.tree_.value.promote(n),this.changes.value++}touch(){this.changes.value++}pgn(){const n=this.tree.value;return U().call("pgn_write",{tags:n.tags,start:n.root.fen,result:n.result,line:n.toPgnLine()}).pgn}}function Hn({label:e,min:n,max:i,step:t=1,value:r,text:o,onInput:s}){const l=Ci();return a("div",{class:"slider",children:[a("label",{for:l,children:e}),a("output",{for:l,children:o}),a("input",{id:l,type:"range",min:n,max:i,step:t,value:r,"aria-valuetext":o,onInput:u=>s(Number(u.currentTarget.value))})]})}function rn({label:e,value:n,options:i,onChange:t}){const r=Ci();return a("div",{class:"field",children:[a("label",{for:r,children:e}),a("select",{id:r,value:n,onChange:o=>t(o.currentTarget.value),children:i.map(([o,s])=>a("option",{value:o,children:s},o))})]})}function Zi({label:e,min:n=0,max:i,value:t,onChange:r}){const o=Ci();return a("div",{class:"field",children:[a("label",{for:o,children:e}),a("input",{id:o,type:"number",min:n,max:i,value:t,onChange:s=>{const l=Math.round(Number(s.currentTarget.value))||n;r(Math.min(i,Math.max(n,l)))}})]})}function ja({label:e,on:n,onChange:i}){return a("label",{class:"toggle",children:[a("input",{type:"checkbox",role:"switch",checked:n,onChange:t=>i(t.currentTarget.checked)}),a("span",{children:e})]})}function j({title:e,children:n,aside:i,class:t}){return a("section",{class:`panel ${t??""}`,children:[a("header",{children:[a("h2",{children:e}),i]}),n]})}const Xt={first:"M18 5v14L9 12zM6 5h2.500v14H6z",back:"M16 5v14L7 12z",forward:"M8 5v14l9-7z",last:"M6 5v14l9-7zM15.500 5H18v14h-2.500z"};function Tn({icon:e,label:n,disabled:i=!1,onClick:t}){return a("button",{type:"button",class:"icon","aria-label":n,title:n,disabled:i,onClick:t,children:a("svg",{viewBox:"0 0 24 24","aria-hidden":"true",children:a("path",{d:Xt[e]})})})}function Za(e,n){const i=document.createElement("a");i.href=URL.createObjectURL(new Blob([n],{type:"application/x-chess-pgn"})),i.download=e,i.click(),setTimeout(()=>URL.revokeObjectURL(i.href),1e3)}function hn(e,n){const i=`tabia.${e}`;let t=n;try{const o=localStorage.getItem(i);o!==null&&(t=JSON.parse(o)),typeof t!=typeof n&&(t=n)}catch{}const r=N(t);return gn(()=>{const o=JSON.stringify(r.value);try{localStorage.setItem(i,o)}catch{}}),r}const Qa=800,qt=3200,$n=qt+50,Ee=e=>e>=$n?"full":`Elo ${e}`,nr=["K","Q","R","B","N","P","k","q","r","b","n","p"],er=[["K","White O-O"],["Q","White O-O-O"],["k","Black O-O"],["q","Black O-O-O"]];function ir(e,n){const[i,t,r,o]=n==="w"?[7,6,5,"p"]:[2,3,4,"P"];return[...ln].filter(s=>e.get(`${s}${r}`)===o&&!e.has(`${s}${t}`)&&!e.has(`${s}${i}`)).map(s=>`${s}${t}`)}function ar({fen:e,flipped:n,onCancel:i,onDone:t}){const[r,o]=_(oe(e)),[s,l]=_(Nn(e)),[u,c]=_(e.split(" ")[2]??"-"),[h,d]=_(e.split(" ")[3]??"-"),[C,m]=_(Number(e.split(" ")[4]??0)),[p,B]=_(Number(e.split(" ")[5]??1)),[f,b]=_(),A=w=>{const M=new Map(r);w(M),o(M)},v=ir(r,s),V=v.includes(h)?h:"-",g=`${Oa(r)} ${s} ${u.replace(/-/g,"")||"-"} ${V} ${C} ${p}`,E=(w,M)=>{o(oe(w)),c(M),d("-"),m(0),B(1)};let T="",J=[],W=g;try{const w=U().call("position",{fen:g});W=w.fen,J=w.repaired}catch(w){T=X(w)}return a("div",{class:"desk",children:[a("div",{class:"board-side",children:a(ue,{fen:g,flipped:n,free:!0,brush:f,label:"Board to set up",onMove:w=>A(M=>{const k=M.get(w.slice(0,2));M.delete(w.slice(0,2)),k&&M.set(w.slice(2,4),k)}),onSquare:w=>A(M=>{f===""||M.get(w)===f?M.delete(w):f&&M.set(w,f)}),onDropOff:w=>A(M=>M.delete(w))})}),a("div",{class:"panels",children:a(j,{title:"Set up a position",children:[a("div",{class:"palette",role:"radiogroup","aria-label":"What a click does",children:[a("button",{type:"button",role:"radio","aria-checked":f===void 0,onClick:()=>b(void 0),children:"Move"}),a("button",{type:"button",role:"radio","aria-checked":f==="",onClick:()=>b(""),children:"Erase"}),nr.map(w=>a("button",{type:"button",role:"radio",class:"square-button","aria-label":Se(w),"aria-checked":f===w,onClick:()=>b(w),children:a(ve,{piece:w})},w))]}),a(rn,{label:"To move",value:s,options:[["w","White"],["b","Black"]],onChange:l}),a("div",{class:"rights",children:er.map(([w,M])=>a(ja,{label:M,on:u.includes(w),onChange:k=>{c([..."KQkq"].filter(K=>K===w?k:u.includes(K)).join(""))}},w))}),a("div",{class:"pair",children:[a(rn,{label:"En passant on",value:V,options:["-",...v].map(w=>[w,w==="-"?"no square":w]),onChange:d}),a(Zi,{label:"Half-moves since a capture or pawn move",max:150,value:C,onChange:m}),a(Zi,{label:"Move number",min:1,max:9999,value:p,onChange:B})]}),T&&a("p",{class:"fault",role:"alert",children:T}),J.map(w=>a("p",{class:"said",children:w},w)),a("div",{class:"buttons",children:[a("button",{type:"button",class:"primary",disabled:T!=="",onClick:()=>t(W),children:"Use this position"}),a("button",{type:"button",onClick:()=>E(ae,"KQkq"),children:"Start"}),a("button",{type:"button",onClick:()=>E("4k3/8/8/8/8/8/8/4K3","-"),children:"Clear"}),a("button",{type:"button",onClick:i,children:"Cancel"})]})]})})]})}const y=new Ua,Dn=N(!1),Yn=hn("analyse.running",!0),Ve=hn("analyse.lines",3),Ae=hn("analyse.time",3),Xn=hn("analyse.strength",$n),Me=N(""),Ya=()=>ki(Me.value)?{model:Me.value}:{},si=N(void 0),se=N(""),xn=N(!1),An=N(void 0),li=[200,500,1e3,3e3,1e4,3e4,12e4],tr=e=>e<1e3?`${e} ms`:`${e/1e3} s`;function rr(e){y.reset(e)}function or(){let e;const n=gn(()=>{const i=Z.value,t=y.position.value,r={fen:y.tree.value.root.fen,moves:y.moves.value,multipv:Ve.value,movetime:li[Ae.value],...Ya(),...Xn.value<$n?{elo:Xn.value}:{}};if(e?.abort(),!i||!Yn.value||t.end||xn.value||An.value)return;const o=e=new AbortController;de(()=>{(async()=>{if(await new Promise(s=>setTimeout(s,40)),!o.signal.aborted)try{const s=(l,u)=>{!o.signal.aborted&&l.lines.length&&(si.value={fen:t.fen,info:l,done:u})};s(await i.analyze(r,l=>s(l,!1),o.signal),!0),se.value=""}catch(s){!Fa(s)&&!o.signal.aborted&&(se.value=X(s))}})()})});return()=>{n(),e?.abort()}}async function sr(){const e=Z.value;if(!e||An.value)return;const n=y.tree.value,i=[n.root,...n.mainLine()],t=new AbortController;try{for(const[r,o]of i.entries()){An.value={done:r,total:i.length};const s=n.moves(o),l=U().call("position",{fen:n.root.fen,moves:s});let u;if(l.end)u=l.end==="checkmate"?{mate:0,wdl:l.turn==="w"?[0,0,1e3]:[1e3,0,0]}:{cp:0,wdl:[0,1e3,0]};else{const c=await e.analyze({fen:n.root.fen,moves:s,nodes:4e4,...Ya()},()=>{},t.signal);u=Di(c.lines[0],o.fen)}if(y.tree.value!==n)return;delete o.cpWhite,delete o.mateWhite,u.mate!==void 0?o.mateWhite=u.mate:o.cpWhite=u.cp??0,o.winWhite=(u.wdl[0]+u.wdl[1]/2)/1e3,y.touch()}for(const{node:r,kind:o}of $a(i.slice(1),n.root.winWhite)){const s=(r.nags??[]).filter(l=>l<1||l>6);r.nags=o?[Rt[o],...s]:s}y.touch()}catch(r){se.value=X(r)}finally{An.value=void 0}}function lr(){for(const e of y.tree.value.mainLine())e.winWhite===void 0&&(e.mateWhite!==void 0?e.winWhite=e.mateWhite>0?1:0:e.cpWhite!==void 0&&(e.winWhite=1/(1+Math.exp(-e.cpWhite/140))));y.touch()}function cr(){nn(or,[]),nn(()=>{const s=l=>{const u=l.target;if(l.ctrlKey||l.metaKey||l.altKey||/^(INPUT|TEXTAREA|SELECT)$/.test(u.tagName))return;const h={ArrowLeft:()=>y.back(),ArrowRight:()=>y.forward(),Home:()=>y.first(),End:()=>y.last(),f:()=>Dn.value=!Dn.value}[l.key];!h||xn.value||(l.preventDefault(),h())};return addEventListener("keydown",s),()=>removeEventListener("keydown",s)},[]);const e=y.position.value,n=y.node.value,i=si.value?.fen===e.fen?si.value:void 0,t=i?.info.lines[0],r=e.end?dr(e.end,e.turn):t?Di(t,e.fen):void 0,o=Yn.value?(i?.info.lines??[]).map((s,l)=>({from:s.pv[0].slice(0,2),to:s.pv[0].slice(2,4),kind:l===0?"best":"second"})):[];return xn.value?a(ar,{fen:e.fen,flipped:Dn.value,onCancel:()=>xn.value=!1,onDone:s=>{y.reset(s),xn.value=!1}}):a("div",{class:"desk",children:[a("div",{class:"board-side",children:[a("div",{class:"board-and-bar",children:[a(It,{score:r,flipped:Dn.value}),a(ue,{fen:e.fen,flipped:Dn.value,legal:e.legal.map(s=>s.uci),lastMove:n.uci,check:e.check,arrows:o,onMove:s=>y.play([s])})]}),a("div",{class:"toolbar",role:"toolbar","aria-label":"Board",children:[a(Tn,{icon:"first",label:"To the start",disabled:!n.parent,onClick:()=>y.first()}),a(Tn,{icon:"back",label:"Back",disabled:!n.parent,onClick:()=>y.back()}),a(Tn,{icon:"forward",label:"Forward",disabled:!n.children.length,onClick:()=>y.forward()}),a(Tn,{icon:"last",label:"To the end",disabled:!n.children.length,onClick:()=>y.last()}),a("span",{class:"gap"}),a("button",{type:"button",onClick:()=>n.parent&&y.remove(n),disabled:!n.parent,title:"Take the move back",children:"Undo"}),a("button",{type:"button",onClick:()=>Dn.value=!Dn.value,title:"Turn the board (f)",children:"Flip"}),a("button",{type:"button",onClick:()=>xn.value=!0,children:"Set up"}),a("button",{type:"button",onClick:()=>y.reset(),children:"New"})]}),a(pr,{})]}),a("div",{class:"panels",children:[a(hr,{shown:i,score:r,end:e.end,fen:e.fen}),a(j,{title:"Moves",aside:a("span",{class:"opening",children:ur()}),children:[a(Ja,{session:y}),a("div",{class:"buttons",children:[a("button",{type:"button",disabled:!n.parent,onClick:()=>y.promote(n),title:"Make this variation the main line",children:"Main line"}),a("button",{type:"button",disabled:!n.parent,onClick:()=>y.remove(n),title:"Delete this move and what follows",children:"Delete from here"}),a("button",{type:"button",disabled:!y.tree.value.root.children.length||!Z.value||!!An.value,onClick:()=>void sr(),children:An.value?`Reviewing ${An.value.done}/${An.value.total}`:"Review the game"})]}),a(Wt,{session:y})]}),a(Cr,{})]})]})}function dr(e,n){return e!=="checkmate"?{cp:0,wdl:[0,1e3,0]}:{mate:n==="w"?-0:0,wdl:n==="w"?[0,0,1e3]:[1e3,0,0]}}function ur(){const e=y.opening.value;return e?`${e.eco} ${e.name}`:""}function hr({shown:e,score:n,end:i,fen:t}){const r=e?.info;return a(j,{title:"Engine",aside:a(ja,{label:"Analysis",on:Yn.value,onChange:o=>Yn.value=o}),children:[a("div",{class:"verdict","data-testid":"verdict",children:[a("strong",{class:"big",children:i?fr(i):n?Mn(n):"…"}),n?.wdl&&!i&&a("span",{class:"wdl","aria-label":"Chances of White: win, draw, loss",children:[a("span",{class:"w",children:[(n.wdl[0]/10).toFixed(1)," % win"]}),a("span",{class:"d",children:[(n.wdl[1]/10).toFixed(1)," % draw"]}),a("span",{class:"l",children:[(n.wdl[2]/10).toFixed(1)," % loss"]})]}),a("span",{class:"counters",children:r&&!i&&a(on,{children:["depth ",a("b",{"data-testid":"depth",children:r.depth}),"/",r.seldepth," · ",Ji(r.nodes)," nodes ·"," ",Ji(r.nps),"/s"]})})]}),se.value&&a("p",{class:"fault",role:"alert",children:se.value}),a("ol",{class:"lines","aria-label":"Best lines","aria-busy":Yn.value&&!i&&!e?.done,children:!i&&r&&mr(r.lines).map(o=>a(br,{line:o,fen:t},o.multipv))}),a("div",{class:"sliders",children:[a(Hn,{label:"Lines",min:1,max:5,value:Ve.value,text:String(Ve.value),onInput:o=>Ve.value=o}),a(Hn,{label:"Time for a position",min:0,max:li.length-1,value:Ae.value,text:tr(li[Ae.value]),onInput:o=>Ae.value=o}),a(Hn,{label:"Strength",min:Qa,max:$n,step:50,value:Xn.value,text:Ee(Xn.value),onInput:o=>Xn.value=o}),tn.value.length>1&&a(rn,{label:"Network",value:ki(Me.value)||(tn.value.find(o=>o.default)?.name??""),options:tn.value.map(o=>[o.name,o.name]),onChange:o=>Me.value=o})]})]})}function mr(e){const n=({mate:i,cp:t})=>i===void 0?t??0:i>0?1e6-i:-1e6-i;return[...e.slice(0,1),...e.slice(1).sort((i,t)=>n(t)-n(i))]}const fr=e=>e.charAt(0).toUpperCase()+e.slice(1);function br({line:e,fen:n}){const i=Nn(n)==="w",t=Number(n.split(" ")[5]??1),r=o=>{const s=o+(i?0:1),l=t+Math.floor(s/2);return s%2===0?`${l}.`:o===0?`${l}…`:""};return a("li",{children:[a("b",{class:"score",children:Mn(Di(e,n))}),a("span",{class:"pv",children:e.san.slice(0,14).map((o,s)=>a("span",{children:[r(s)&&a("span",{class:"number",children:r(s)}),a("button",{type:"button",class:"move",onClick:()=>y.play(e.pv.slice(0,s+1)),children:o})]},s))})]})}function pr(){const[e,n]=_(""),[i,t]=_("");return a("form",{class:"move-input",onSubmit:r=>{r.preventDefault();try{e.trim()&&y.play(e.trim().split(/\s+/)),n(""),t("")}catch(o){t(X(o))}},children:[a("label",{children:[a("span",{children:"Move"}),a("input",{value:e,placeholder:"e4, Nf3, e2e4 …",autocomplete:"off",autocapitalize:"off",spellcheck:!1,"aria-invalid":i!=="",onInput:r=>n(r.currentTarget.value)})]}),a("button",{type:"submit",children:"Play"}),i&&a("p",{class:"fault",role:"alert",children:i})]})}function Cr(){const e=y.position.value,[n,i]=_(),[t,r]=_(),[o,s]=_([]),[l,u]=_(""),[c,h]=_(""),d=dn(null);nn(()=>i(void 0),[e.fen]);const C=t??y.pgn(),m=f=>{try{f(),u("")}catch(b){u(X(b))}},p=f=>m(()=>{const b=U().call("pgn_read",{text:f}).games,A=b.flatMap(V=>V.error===void 0?[V]:[]);if(A.length===0){const V=b[0];throw new Error(V?.error!==void 0?V.error:"There is no game in this text.")}const v=V=>()=>{y.load(V),lr(),r(void 0)};v(A[0])(),s(A.length>1?A.map((V,g)=>({name:`${g+1}. ${V.tags.White??"?"} – ${V.tags.Black??"?"} ${V.result}`,load:v(V)})):[]),h(A.length>1?`${A.length} games read`:"Game loaded")}),B=f=>{navigator.clipboard.writeText(f).then(()=>h("Copied"),()=>h("The browser doesn't let the page copy"))};return a(j,{title:"FEN and PGN",children:[a("form",{class:"field wide",onSubmit:f=>{f.preventDefault(),m(()=>y.reset(n??e.fen))},children:[a("label",{for:"fen",children:"FEN"}),a("input",{id:"fen",value:n??e.fen,spellcheck:!1,onInput:f=>i(f.currentTarget.value)}),a("div",{class:"buttons",children:[a("button",{type:"submit",children:"Load FEN"}),a("button",{type:"button",onClick:()=>B(e.fen),children:"Copy FEN"})]})]}),a("div",{class:"field wide",children:[a("label",{for:"pgn",children:"PGN"}),a("textarea",{id:"pgn",rows:6,spellcheck:!1,value:C,onInput:f=>r(f.currentTarget.value)}),a("div",{class:"buttons",children:[a("button",{type:"button",onClick:()=>p(C),children:"Load PGN"}),a("button",{type:"button",onClick:()=>d.current?.click(),children:"Open a file"}),a("button",{type:"button",onClick:()=>B(C),children:"Copy PGN"}),a("button",{type:"button",onClick:()=>Za("tabia.pgn",y.pgn()),children:"Save PGN"}),a("input",{ref:d,type:"file",accept:".pgn,.txt",class:"hidden","aria-label":"PGN file",tabIndex:-1,onChange:f=>void f.currentTarget.files?.[0]?.text().then(p)})]})]}),o.length>0&&a(rn,{label:"Game",value:"0",options:o.map((f,b)=>[String(b),f.name]),onChange:f=>o[Number(f)]?.load()}),l&&a("p",{class:"fault",role:"alert",children:l}),a("p",{class:"said",role:"status",children:c})]})}const vr="r1bq1rk1/pp2bppp/2n1p3/3pP3/3P4/P2B1N2/1P3PPP/R1BQ1RK1 w - - 0 12",Jn=N(vr),vn=N(void 0),Qi=N(""),Ze=N(yn),Qe=N("worth"),fn=e=>Mn({cp:e}),Vr=(e,n)=>{const i=e.pieces.filter(({piece:t})=>t.toLowerCase()===n).map(({worth:t})=>Math.abs(t));return i.reduce((t,r)=>t+r,0)/(i.length||1)};function Ar(){const[e,n]=_(),[i,t]=_(""),r=dn(null),o=vn.value??Jn.value,s=v=>v===yn||wn.value.includes(v)?v:ki(v),l=s(Qi.value)||tn.value.find(v=>v.default)?.name||yn,u=s(Ze.value)||yn,c=[o,Jn.value,l,u].join("|"),h=Z.value!==void 0;nn(()=>{if(!h)return;let v=!1;return(async()=>{try{const[V,g,E,T]=await Promise.all([be(l,o),be(u,o),be(l,Jn.value),be(l,ae)]);v||(n({key:c,one:V,two:g,before:E,usual:T}),t(""))}catch(V){v||t(X(V))}})(),()=>{v=!0}},[c,h]);const d=e?.key===c?e:void 0,C=new Map,m=new Map;for(const{square:v,piece:V,worth:g}of d?.one.pieces??[]){const E=zn(V)?g:-g;if(m.set(v,(E/100).toFixed(1)),Qe.value==="worth")C.set(v,Math.sign(g)*Math.sqrt(Math.min(1,Math.abs(g)/1200)));else{const T=Vr(d.usual,V.toLowerCase());C.set(v,Math.max(-1,Math.min(1,(E-T)/T)))}}const p=v=>{const V=oe(o),g=V.get(v.slice(0,2));V.delete(v.slice(0,2)),g&&V.set(v.slice(2,4),g),f($i(o,V))},B=v=>{const V=oe(o);V.delete(v),f($i(o,V))},f=v=>{try{vn.value=U().call("position",{fen:v}).fen,t("")}catch(V){t(X(V))}},b=[...tn.value.map(v=>[v.name,v.name]),...wn.value.filter(v=>!tn.value.some(V=>V.name===v)).map(v=>[v,v]),[yn,"classical terms"]],A=d&&vn.value?d.one.cp_white-d.before.cp_white:void 0;return a("div",{class:"desk",children:[a("div",{class:"board-side",children:[a(ue,{fen:o,free:!0,heat:C,notes:m,label:"Board: drag a piece to see what changes",onMove:p,onDropOff:B}),a("div",{class:"toolbar",role:"toolbar","aria-label":"Board",children:[a("button",{type:"button",disabled:vn.value===void 0,onClick:()=>vn.value=void 0,children:"Put back"}),a("button",{type:"button",disabled:vn.value===void 0,onClick:()=>{Jn.value=o,vn.value=void 0},children:"Keep"}),a("button",{type:"button",onClick:()=>f(o.replace(/ [wb] /,Nn(o)==="w"?" b ":" w ").replace(/ \S+ (\d+) (\d+)$/," - $1 $2")),children:[Nn(o)==="w"?"White":"Black"," to move"]}),a("span",{class:"gap"}),a("button",{type:"button",onClick:()=>{Jn.value=y.position.value.fen,vn.value=void 0},children:"From Analyse"})]}),a("p",{class:"hint",children:"The number on a piece is what the evaluation loses without it, in pawns, for its owner. Drag a piece anywhere, or off the board, and see what that changes."}),i&&a("p",{class:"fault",role:"alert",children:i})]}),a("div",{class:"panels",children:[a(j,{title:"Evaluation",aside:a(rn,{label:"Colours",value:Qe.value,options:[["worth","whose and how much"],["usual","against the start position"]],onChange:v=>Qe.value=v}),children:a("div",{class:"verdict",children:[a("strong",{class:"big","data-testid":"explain-score",children:d?fn(d.one.cp_white):"…"}),d&&a("span",{class:"wdl",children:(()=>{const[v,V,g]=d.one.wdl,E=Nn(o)==="w"?[v,V,g]:[g,V,v];return a(on,{children:[a("span",{class:"w",children:[(E[0]/10).toFixed(1)," % win"]}),a("span",{class:"d",children:[(E[1]/10).toFixed(1)," % draw"]}),a("span",{class:"l",children:[(E[2]/10).toFixed(1)," % loss"]})]})})()}),A!==void 0&&a("span",{class:`change ${A>0?"up":A<0?"down":""}`,role:"status",children:fn(A)==="0.00"?"no change":`${fn(A)} by what was moved`})]})}),a(j,{title:"Side by side",children:[a("div",{class:"pair",children:[a(rn,{label:"First",value:l,options:b,onChange:v=>Qi.value=v}),a(rn,{label:"Second",value:u,options:b,onChange:v=>Ze.value=v})]}),d&&a(gr,{one:d.one,two:d.two}),a("div",{class:"buttons",children:[a("button",{type:"button",onClick:()=>r.current?.click(),children:"Open another network"}),a("input",{ref:r,type:"file",class:"hidden",accept:".net,.nnue","aria-label":"Network file",tabIndex:-1,onChange:v=>{const V=v.currentTarget.files?.[0];V&&Pt(V).then(g=>{Ze.value=g,t("")},g=>t(X(g)))}})]})]}),d&&d.one.buckets.length>1&&a(j,{title:"Output heads",children:[a("p",{class:"hint",children:"The network has one head for each range of material. Which one is asked depends on the number of pieces."}),a(Yi,{rows:d.one.buckets.map(({bucket:v,cp_white:V,used:g})=>({name:`head ${v}${g?" (in use)":""}`,value:V,strong:g}))})]}),d&&a(j,{title:"Classical terms",aside:a("b",{children:fn(d.one.classical.cp_white)}),children:[a("p",{class:"hint",children:"The same position by hand-written rules: each term as White's credit less Black's, in hundredths of a pawn."}),a(Yi,{rows:d.one.classical.terms.filter(({white:v,black:V})=>v!==0||V!==0).map(({name:v,meaning:V,white:g,black:E,total:T})=>({name:v,value:T,title:`${V?`${V}: `:""}White ${g}, Black ${E}`}))})]})]})]})}function gr({one:e,two:n}){const i=new Map(n.pieces.map(r=>[r.square,r])),t=e.pieces.map(r=>{const o=zn(r.piece)?1:-1;return{...r,a:o*r.worth,b:o*(i.get(r.square)?.worth??0)}}).sort((r,o)=>Math.abs(o.a-o.b)-Math.abs(r.a-r.b)).slice(0,6);return a("div",{class:"table",children:a("table",{children:[a("thead",{children:a("tr",{children:[a("th",{scope:"col",children:"in pawns"}),a("th",{scope:"col",children:e.model??e.network}),a("th",{scope:"col",children:n.model??n.network})]})}),a("tbody",{children:[a("tr",{class:"total",children:[a("th",{scope:"row",children:"position, for White"}),a("td",{children:fn(e.cp_white)}),a("td",{children:fn(n.cp_white)})]}),t.map(({square:r,piece:o,a:s,b:l})=>a("tr",{children:[a("th",{scope:"row",children:[Se(o)," ",r]}),a("td",{children:fn(s)}),a("td",{children:fn(l)})]},r))]})]})})}function Yi({rows:e}){const n=Math.max(1,...e.map(({value:i})=>Math.abs(i)));return a("ul",{class:"bars",children:e.map(({name:i,value:t,title:r,strong:o})=>a("li",{title:r,class:o?"strong":"",children:[a("span",{class:"name",children:i}),a("span",{class:"track",children:a("span",{class:`bar ${t>=0?"good":"bad"}`,style:{width:`${Math.abs(t)/n*50}%`,left:t>=0?"50%":`${50-Math.abs(t)/n*50}%`}})}),a("span",{class:"number",children:fn(t)})]},i))})}const kr=(function(){const n=typeof document<"u"&&document.createElement("link").relList;return n&&n.supports&&n.supports("modulepreload")?"modulepreload":"preload"})(),Dr=function(e,n){return new URL(e,n).href},Xi={},Br=function(n,i,t){let r=Promise.resolve();if(i&&i.length>0){let s=function(h){return Promise.all(h.map(d=>Promise.resolve(d).then(C=>({status:"fulfilled",value:C}),C=>({status:"rejected",reason:C}))))};const l=document.getElementsByTagName("link"),u=document.querySelector("meta[property=csp-nonce]"),c=u?.nonce||u?.getAttribute("nonce");r=s(i.map(h=>{if(h=Dr(h,t),h in Xi)return;Xi[h]=!0;const d=h.endsWith(".css"),C=d?'[rel="stylesheet"]':"";if(!!t)for(let B=l.length-1;B>=0;B--){const f=l[B];if(f.href===h&&(!d||f.rel==="stylesheet"))return}else if(document.querySelector(`link[href="${h}"]${C}`))return;const p=document.createElement("link");if(p.rel=d?"stylesheet":kr,d||(p.as="script"),p.crossOrigin="",p.href=h,c&&p.setAttribute("nonce",c),document.head.appendChild(p),d)return new Promise((B,f)=>{p.addEventListener("load",B),p.addEventListener("error",()=>f(new Error(`Unable to preload CSS for ${h}`)))})}))}function o(s){const l=new Event("vite:preloadError",{cancelable:!0});if(l.payload=s,window.dispatchEvent(l),!l.defaultPrevented)throw s}return r.then(s=>{for(const l of s||[])l.status==="rejected"&&o(l.reason);return n().catch(o)})},qn=[{x:[0,0],t:0},{x:[0,1],t:1},{x:[1,0],t:1},{x:[1,1],t:0}];function yr(e){let n=e>>>0;return()=>{n=n+1831565813>>>0;let i=Math.imul(n^n>>>15,n|1);return i^=i+Math.imul(i^i>>>7,i|61),((i^i>>>14)>>>0)/2**32}}function wr(e,n){const i=yr(n),t=()=>2*i()-1;return{W:Array.from({length:2*e},t),b:Array.from({length:e},()=>.5*t()),v:Array.from({length:e},t),c:0}}const Gr=e=>1/(1+Math.exp(-e));function le({W:e,b:n,v:i,c:t},{x:r,t:o}){const s=n.map((h,d)=>h+e[2*d]*r[0]+e[2*d+1]*r[1]),l=s.map(Math.tanh),u=l.reduce((h,d,C)=>h+i[C]*d,t),c=Gr(u);return{z:s,a:l,y:u,p:c,loss:(c-o)**2}}function Xa({v:e},{x:n,t:i},{a:t,p:r}){const o=2*(r-i),s=o*r*(1-r),l=e.map(c=>s*c),u=l.map((c,h)=>c*(1-t[h]**2));return{dp:o,dy:s,dc:s,dv:t.map(c=>s*c),da:l,dz:u,db:u.slice(),dW:u.flatMap(c=>[c*n[0],c*n[1]])}}function _r(e,n,i){const t=1/n.length,r=n.map(o=>{const s=le(e,o);return{ahead:s,back:Xa(e,o,s)}});for(const{back:o}of r)o.dW.forEach((s,l)=>e.W[l]-=i*t*s),o.db.forEach((s,l)=>e.b[l]-=i*t*s),o.dv.forEach((s,l)=>e.v[l]-=i*t*s),e.c-=i*t*o.dc;return r.reduce((o,{ahead:s})=>o+t*s.loss,0)}const qi={W:[.8,-.5,-.6,.9],b:[.1,-.2],v:[.7,-.4],c:.05},Ye=1,P=e=>(e<0?"−":"")+Math.abs(e).toFixed(3);function Sr(){const[e,n]=_(qi),[i,t]=_(1),[r,o]=_(0),[s,l]=_(0),u=qn[i],c=le(e,u),h=Xa(e,u,c),{W:d,b:C,v:m,c:p}=e,{x:B,t:f}=u,b=[{title:"The inputs",text:"Two numbers come in, and the answer that is wanted is known.",formulas:[`x = (${B.join(", ")}), t = ${f}`]},{title:"Forward: the hidden sums",text:"Each hidden neuron adds its inputs, times their weights, to its bias.",formulas:[0,1].map(g=>`z${g} = ${P(C[g])} + ${P(d[2*g])}·${B[0]} + ${P(d[2*g+1])}·${B[1]} = ${P(c.z[g])}`)},{title:"Forward: the activation",text:"tanh bends the sum, so that two layers can do more than one.",formulas:[0,1].map(g=>`a${g} = tanh(${P(c.z[g])}) = ${P(c.a[g])}`)},{title:"Forward: the output and the loss",text:"The output neuron does the same, sigmoid turns it into a probability, and the loss says how wrong it is.",formulas:[`y = ${P(p)} + ${P(m[0])}·${P(c.a[0])} + ${P(m[1])}·${P(c.a[1])} = ${P(c.y)}`,`p = sigmoid(y) = ${P(c.p)}`,`L = (p − t)² = ${P(c.loss)}`]},{title:"Backward: from the loss to the output",text:"How much does the loss change with p, and with y?",formulas:[`dp = 2 (p − t) = ${P(h.dp)}`,`dy = dp · p (1 − p) = ${P(h.dy)}`,`dc = dy = ${P(h.dc)}`,...[0,1].map(g=>`dv${g} = dy · a${g} = ${P(h.dv[g])}`)]},{title:"Backward: through the hidden layer",text:"Each hidden neuron gets its share of the slope, by the weight that leads out of it.",formulas:[...[0,1].map(g=>`da${g} = dy · v${g} = ${P(h.da[g])}`),...[0,1].map(g=>`dz${g} = da${g} (1 − a${g}²) = ${P(h.dz[g])}`)]},{title:"Backward: the weights",text:"The slope by a weight is the slope at its output end times the value at its input end.",formulas:[0,1].map(g=>`dW${g} = dz${g} · x = (${P(h.dW[2*g])}, ${P(h.dW[2*g+1])})`)},{title:"The step",text:`Every number goes a little way against its slope: w ← w − ${Ye} · dw. Then the loss of this example is smaller.`,formulas:[`loss before: ${P(c.loss)}`,`loss after: ${P(le(A(),u).loss)}`]}];function A(){const g=(E,T)=>E.map((J,W)=>J-Ye*T[W]);return{W:g(d,h.dW),b:g(C,h.db),v:g(m,h.dv),c:p-Ye*h.dc}}const v=()=>{if(r<b.length-1){o(r+1);return}n(A()),l(s+1),o(0)},V=b[r];return a("section",{class:"demo","aria-label":"One forward and backward pass",children:[a("h3",{children:"Try it: one pass forward, one pass back"}),a("div",{class:"demo-columns",children:[a(Er,{parameters:e,stage:r,x:B,ahead:c,back:h}),a("div",{children:[a("p",{class:"stage-title",role:"status",children:a("b",{children:[r+1,"/",b.length," ",V.title]})}),a("p",{children:V.text}),a("ul",{class:"formulas",children:V.formulas.map(g=>a("li",{children:a("code",{children:g})},g))}),a("div",{class:"buttons",children:[a("button",{type:"button",class:"primary",onClick:v,children:r<b.length-1?"Next":"Take the step"}),a("button",{type:"button",disabled:r===0,onClick:()=>o(r-1),children:"Back"}),a("button",{type:"button",onClick:()=>{n(qi),l(0),o(0)},children:"Start again"})]}),a(rn,{label:"Example",value:String(i),options:qn.map((g,E)=>[String(E),`${g.x.join(", ")} → ${g.t}`]),onChange:g=>{t(Number(g)),o(0)}}),a("p",{class:"hint",children:["Steps taken: ",s]})]})]})]})}function Er({parameters:e,stage:n,x:i,ahead:t,back:r}){const{W:o,v:s}=e,l=[70,210],u=[70,210],[c,h,d]=[45,210,375],C=[],m=(B,f,b,A,v,V,g,E,T,J)=>{const[W,w]=[f+(A-f)*E,b+(v-b)*E];C.push(a("g",{class:`edge ${V>=0?"plus":"minus"}${T?" lit":""}`,children:[a("line",{x1:f,y1:b,x2:A,y2:v,"stroke-width":1+3*Math.min(1.5,Math.abs(V))}),a("text",{x:W,y:w-5,"text-anchor":"middle",children:P(V)}),J&&a("text",{class:"slope",x:W,y:w+12,"text-anchor":"middle",children:["d ",P(g)]})]},B))};for(let B=0;B<2;B++){for(let f=0;f<2;f++)m(`W${B}${f}`,c,l[f],h,u[B],o[2*B+f],r.dW[2*B+f],f===B?.5:.28,n===1||n===6,n>=6);m(`v${B}`,h,u[B],d,140,s[B],r.dv[B],.5,n===3||n===4,n>=4)}const p=(B,f,b,A,v,V,g)=>a("g",{class:`neuron${g?" lit":""}`,children:[a("circle",{cx:f,cy:b,r:"37"}),a("text",{class:"name",x:f,y:b-13,"text-anchor":"middle",children:A}),a("text",{x:f,y:b+5,"text-anchor":"middle",children:v}),a("text",{class:"slope",x:f,y:b+19,"text-anchor":"middle",children:V})]},B);return a("svg",{class:"diagram",viewBox:"0 0 420 280",role:"img","aria-label":"The network: two inputs, two hidden neurons, one output",children:[C,l.map((B,f)=>p(`x${f}`,c,B,`x${f}`,String(i[f]),"",n===0)),u.map((B,f)=>p(`h${f}`,h,B,n>=2?`a${f}`:`z${f}`,n>=2?P(t.a[f]):n>=1?P(t.z[f]):"?",n>=5?`d ${P(r.dz[f])}`:"",n===1||n===2||n===5)),p("out",d,140,"p",n>=3?P(t.p):"?",n>=4?`d ${P(r.dy)}`:"",n===3||n===4)]})}function na(e,n,i=4){const r=(n-e||Math.abs(n)||1)/i,o=10**Math.floor(Math.log10(r)),s=[1,2,5,10].map(u=>u*o).find(u=>u>=r*.999),l=[];for(let u=Math.ceil(e/s-1e-9);u*s<=n+s*1e-9;u++)l.push(u*s+0);return l}function Mr(e,n){if(e.length<=n)return e;const i=(e.length-1)/(n-1);return Array.from({length:n},(t,r)=>e[Math.round(r*i)])}const Pn=58,Xe=12,ea=12,Lr=26,ne=e=>{const n=Math.abs(e);return n>=1e9?`${+(e/1e9).toPrecision(3)}G`:n>=1e6?`${+(e/1e6).toPrecision(3)}M`:n>=1e3?`${+(e/1e3).toPrecision(3)}k`:String(+e.toPrecision(3))};function _n(e){const{series:n,logarithmic:i=!1,height:t=200,xText:r=ne,yText:o=ne}=e,s=dn(null),[l,u]=_(),[c,h]=_(640),d=n.every(k=>k.points.length===0);Aa(()=>{const k=s.current;if(!k)return;const L=new ResizeObserver(([K])=>h(Math.max(200,Math.round(K.contentRect.width))));return L.observe(k),()=>L.disconnect()},[d]);const C=n.map(k=>({...k,points:k.points.filter(([,L])=>Number.isFinite(L)&&(!i||L>0))})),m=C.flatMap(k=>k.points);if(m.length===0)return a("p",{class:"empty",children:"No data yet."});const p=k=>i?Math.log10(k):k,B=m.map(([k])=>k),f=C.flatMap(k=>k.points.flatMap(([,L],K)=>{const sn=k.errors?.[K]??0;return[p(L-sn),p(L+sn)]}));e.zero&&f.push(0);let[b,A]=[Math.min(...B),Math.max(...B)];b===A&&([b,A]=[b-.5,A+.5]);let[v,V]=[Math.min(...f),Math.max(...f)];v===V&&([v,V]=[v-1,V+1]);const g=(V-v)*.06;[v,V]=[v-g,V+g];const E=k=>Pn+(k-b)/(A-b)*(c-Pn-Xe),T=k=>ea+(V-p(k))/(V-v)*(t-ea-Lr),J=i?Pr(v,V):na(v,V,Math.max(2,Math.round(t/50))),W=(k,L)=>k.reduce((K,sn)=>!K||Math.abs(sn[0]-L)<Math.abs(K[0]-L)?sn:K,void 0),w=k=>{const L=s.current.getBoundingClientRect(),K=k.clientX-L.left;u(b+(K-Pn)/(c-Pn-Xe)*(A-b))},M=l===void 0?[]:C.filter(k=>k.kind!=="bound").map(k=>({each:k,point:W(k.points,l)}));return a("figure",{class:"chart",children:[a("svg",{ref:s,viewBox:`0 0 ${c} ${t}`,style:{height:`${t}px`},role:"img","aria-label":e.label,onPointerMove:w,onPointerLeave:()=>u(void 0),children:[J.map(k=>a("g",{children:[a("line",{class:"grid",x1:Pn,x2:c-Xe,y1:T(k),y2:T(k)}),a("text",{class:"tick",x:Pn-6,y:T(k)+4,"text-anchor":"end",children:o(k)})]},k)),na(b,A,Math.max(2,Math.round(c/110))).map(k=>a("text",{class:"tick",x:E(k),y:t-8,"text-anchor":"middle",children:r(k)},k)),C.map(k=>a("g",{class:`series ${k.kind}`,children:[k.errors&&k.points.map(([L,K],sn)=>a("line",{class:"error",x1:E(L),x2:E(L),y1:T(K-k.errors[sn]),y2:T(K+k.errors[sn])},L)),a("polyline",{points:Mr(k.points,1e3).map(([L,K])=>`${E(L).toFixed(1)},${T(K).toFixed(1)}`).join(" ")}),k.points.length<=40&&k.kind!=="bound"&&k.points.map(([L,K])=>a("circle",{cx:E(L),cy:T(K),r:"3"},L))]},k.name)),M.map(({each:k,point:L})=>L&&a("g",{class:`series ${k.kind}`,children:a("circle",{cx:E(L[0]),cy:T(L[1]),r:"4.5"})},k.name))]}),a("figcaption",{children:[C.map(k=>{const L=M.find(K=>K.each===k)?.point??k.points.at(-1);return a("span",{class:`key ${k.kind}`,children:[k.name,L&&k.kind!=="bound"&&a("b",{children:[" ",o(L[1])]})]},k.name)}),l!==void 0&&M[0]?.point&&a("span",{class:"at",children:["at ",r(M[0].point[0])]})]})]})}function Pr(e,n){const i=[];for(let t=Math.floor(e);t<=Math.ceil(n);t++)for(const r of n-e>2?[1]:n-e>1?[1,2,5]:[1,1.5,2,3,4,5,7]){const o=r*10**t;Math.log10(o)>=e&&Math.log10(o)<=n&&i.push(o)}return i.length>=2?i:[10**e,10**((e+n)/2),10**n].map(t=>+t.toPrecision(2))}const an=24,qe=[.1,.3,1,2,5],ia=(e,n)=>({parameters:wr(e,n),steps:0,losses:[]});function xr(){const[e,n]=_(4),[i,t]=_(7),[r,o]=_(2),[s,l]=_(!1),u=dn(ia(e,i)),[,c]=_(0),h=(b,A)=>{u.current=ia(b,A),n(b),t(A),l(!1)},d=b=>{const A=u.current;for(let v=0;v<b;v++){const V=_r(A.parameters,qn,qe[r]);A.steps%Math.max(1,10**Math.floor(Math.log10(Math.max(1,A.steps))-1))===0&&A.losses.push([A.steps,V]),A.steps++}c(v=>v+1)};nn(()=>{if(!s)return;const b=setInterval(()=>d(8),50);return()=>clearInterval(b)},[s,r]);const{parameters:C,steps:m,losses:p}=u.current,B=[];for(let b=0;b<an;b++)for(let A=0;A<an;A++){const v=[-.25+1.5*(A+.5)/an,1.25-1.5*(b+.5)/an],{p:V}=le(C,{x:v,t:0});B.push(a("rect",{x:A,y:b,width:"1.02",height:"1.02",class:V>=.5?"one":"zero",style:{opacity:Math.abs(V-.5)*2}},`${b} ${A}`))}const f=b=>(b+.25)/1.5*an;return a("section",{class:"demo","aria-label":"XOR training step by step",children:[a("h3",{children:"Try it: XOR, step by step"}),a("div",{class:"demo-columns",children:[a("figure",{class:"field-map",children:[a("svg",{viewBox:`0 0 ${an} ${an}`,role:"img","aria-label":"The network's answer for every pair of inputs",children:[a("rect",{class:"ground",width:an,height:an}),B,qn.map(({x:b,t:A})=>a("g",{children:[a("circle",{class:A?"target one":"target zero",cx:f(b[0]),cy:an-f(b[1]),r:"1.1"}),a("text",{x:f(b[0]),y:an-f(b[1])+.5,"text-anchor":"middle",children:A})]},b.join()))]}),a("figcaption",{children:"Inputs across and up; the colour is the answer, from 0 to 1."})]}),a("div",{children:[a("table",{class:"numbers",children:[a("thead",{children:a("tr",{children:[a("th",{scope:"col",children:"inputs"}),a("th",{scope:"col",children:"wanted"}),a("th",{scope:"col",children:"answer"})]})}),a("tbody",{children:qn.map(b=>a("tr",{children:[a("td",{children:b.x.join(", ")}),a("td",{children:b.t}),a("td",{"data-testid":"xor-answer",children:le(C,b).p.toFixed(3)})]},b.x.join()))})]}),a("p",{children:["Steps: ",a("b",{children:m}),p.length>0&&a(on,{children:[", loss ",a("b",{children:p.at(-1)[1].toFixed(5)})]})]}),a("div",{class:"buttons",children:[a("button",{type:"button",class:"primary",onClick:()=>l(!s),children:s?"Pause":"Run"}),a("button",{type:"button",onClick:()=>d(1),children:"One step"}),a("button",{type:"button",onClick:()=>d(500),children:"500 steps"}),a("button",{type:"button",onClick:()=>h(e,i),children:"Start again"}),a("button",{type:"button",onClick:()=>h(e,i+1),children:"Other start"})]}),a("div",{class:"sliders",children:[a(Hn,{label:"Hidden neurons",min:1,max:8,value:e,text:String(e),onInput:b=>h(b,i)}),a(Hn,{label:"Learning rate",min:0,max:qe.length-1,value:r,text:String(qe[r]),onInput:o})]})]})]}),p.length>1&&a(_n,{label:"Loss over the steps",logarithmic:!0,height:150,series:[{name:"loss",kind:"first",points:p}]})]})}const aa={"00-xor":xr,"05-backpropagation":Sr};function Tr({id:e}){const[n,i]=_(),t=dn(null);if(nn(()=>void Br(()=>import("./_virtual_learn-CpRUQthT.js"),[],import.meta.url).then(c=>i(c.pages)),[]),nn(()=>{scrollTo(0,0)},[e]),!n)return a("p",{class:"empty",children:"Loading …"});const r=Math.max(0,n.findIndex(c=>c.id===e)),o=n[r],s=aa[o.id],[l,u]=Fr(o.html,s!==void 0);return a("div",{class:"learn",children:[a("nav",{class:"contents","aria-label":"Pages to learn from",children:a("ol",{children:n.map(c=>a("li",{children:a("a",{href:`#/learn/${c.id}`,"aria-current":c===o?"page":void 0,children:[c.title,aa[c.id]&&a("span",{class:"tag",children:"live"})]})},c.id))})}),a("article",{class:"prose",ref:t,children:[a("div",{dangerouslySetInnerHTML:{__html:l}}),s&&a(s,{}),a("div",{dangerouslySetInnerHTML:{__html:u}}),a("nav",{class:"neighbours","aria-label":"Neighbouring pages",children:[r>0?a("a",{href:`#/learn/${n[r-1].id}`,children:["← ",n[r-1].title]}):a("span",{}),r+1<n.length&&a("a",{href:`#/learn/${n[r+1].id}`,children:[n[r+1].title," →"]})]})]})]})}function Fr(e,n){if(!n)return[e,""];const i=e.indexOf("<h2>"),t=e.indexOf("<h2>",i+1),r=t>=0?t:i>=0?i:e.length;return[e.slice(0,r),e.slice(r)]}class qa{constructor(n,i=()=>performance.now(),t={w:n.base,b:n.base}){this.control=n,this.now=i,this.left={...t}}left;since;running;get side(){return this.running}remaining(n){const i=n===this.running&&this.since!==void 0?this.now()-this.since:0;return Math.max(0,this.left[n]-i)}start(n){this.pause(),this.running=n,this.since=this.now()}press(){if(!this.running)return;const n=this.running;this.pause(),this.left[n]+=this.control.increment,this.start(n==="w"?"b":"w")}pause(){this.running&&(this.left[this.running]=this.remaining(this.running)),this.running=void 0,this.since=void 0}flagged(){return this.remaining("w")<=0?"w":this.remaining("b")<=0?"b":void 0}}function Nr(e){const n=e/1e3;if(n<20)return`0:${n.toFixed(1).padStart(4,"0")}`;const i=Math.ceil(n),t=Math.floor(i/3600),r=`${String(Math.floor(i%3600/60)).padStart(t?2:1,"0")}:${String(i%60).padStart(2,"0")}`;return t?`${t}:${r}`:r}function Hr(e){const n=Math.floor(e/1e3),i=t=>String(t).padStart(2,"0");return`[%clk ${Math.floor(n/3600)}:${i(Math.floor(n%3600/60))}:${i(n%60)}]`}function Kr(e,n){if(!e)return 1e3;const i=e.remaining(n)/30+e.control.increment*.7;return Math.max(30,Math.min(8e3,i,e.remaining(n)*.5))}const nt=[["none","No clock",void 0],["60+0","1 min",{base:6e4,increment:0}],["180+2","3 min + 2 s",{base:18e4,increment:2e3}],["300+3","5 min + 3 s",{base:3e5,increment:3e3}],["600+5","10 min + 5 s",{base:6e5,increment:5e3}],["1800+20","30 min + 20 s",{base:18e5,increment:2e4}]],G=new Ua,Gn=hn("play.strength",1500),Le=hn("play.colour","w"),Pe=hn("play.time","none"),ci=hn("play.from","start"),Q=N("w"),Y=N(!1),un=N(void 0),en=N(void 0),Rn=N(""),di=hn("play.game",{});let et;const zr=3e3;let it;function Re(){clearTimeout(it),et?.abort()}const xe=cn(()=>Y.value&&G.position.value.turn!==Q.value),In=cn(()=>(G.version,G.tree.value.mainLine().at(-1)??G.tree.value.root)),ta=cn(()=>G.node.value===In.value),at=e=>nt.find(([n])=>n===e)?.[2];function Ie(){const e=en.value;di.value={game:{start:G.tree.value.root.fen,moves:G.tree.value.moves(In.value),side:Q.value,isOn:Y.value,...un.value?{outcome:un.value}:{},tags:G.tree.value.tags,time:G.tree.value.tags.TimeControl??"none",...e?{left:{w:e.remaining("w"),b:e.remaining("b")}}:{}}}}function Rr(){const e=di.value.game;if(e)try{G.reset(e.start),G.play(e.moves),G.tree.value.tags=e.tags,G.tree.value.result=e.outcome?.result??"*",Q.value=e.side,un.value=e.outcome;const n=at(e.time);en.value=n&&e.left?new qa(n,void 0,e.left):void 0,e.isOn&&en.value?.start(G.position.value.turn),Y.value=e.isOn}catch{di.value={}}}function Ir(){Re(),Y.value=!1,Q.value=Le.value==="random"?Math.random()<.5?"w":"b":Le.value,G.reset(ci.value==="analyse"?y.position.value.fen:ae);const e=at(Pe.value);en.value=e?new qa(e):void 0,en.value?.start(G.position.value.turn),un.value=void 0,Rn.value="";const n="You",i=`Tabia (${Ee(Gn.value)})`;G.tree.value.tags={Event:"Game against Tabia",Site:"Tabia",Date:new Date().toISOString().slice(0,10).replace(/-/g,"."),Round:"-",White:Q.value==="w"?n:i,Black:Q.value==="w"?i:n,...e?{TimeControl:Pe.value}:{}},Y.value=!0,tt(),Ie()}function Te(e,n){Re(),en.value?.pause(),un.value={result:e,why:n},G.tree.value.result=e,G.tree.value.tags.Result=e,Y.value=!1,G.touch(),Ie()}const ui=e=>e==="w"?"1-0":"0-1",ee=e=>e==="w"?"b":"w";function Or(){const e=en.value;if(e?.side){const n=e.side;e.press(),In.value.comment=Hr(e.remaining(n)),G.touch()}tt(),Ie()}function tt(){const{end:e,turn:n}=G.position.value;e&&(e==="checkmate"?Te(ui(ee(n)),"checkmate"):Te("1/2-1/2",e))}function rt(e){G.play([e]),Or()}async function Bi(){const e=Z.value;if(!e||!xe.value)return;Re();const n=et=new AbortController,i=ee(Q.value);try{const t=await e.play({fen:G.tree.value.root.fen,moves:G.tree.value.moves(In.value),movetime:Math.round(Kr(en.value,i)),...Gn.value<$n?{elo:Gn.value}:{}},n.signal);if(n.signal.aborted||!Y.value||!t.bestmove)return;Rn.value="",G.go(In.value),rt(t.bestmove)}catch(t){if(Fa(t)||n.signal.aborted)return;Rn.value=`Tabia can't answer: ${X(t)}. It is asked again.`,it=setTimeout(()=>void Bi(),zr)}}function Wr(){Re(),Y.value=!1;let e=In.value;do{if(!e.parent)break;const n=e.parent;G.remove(e),e=n}while(G.position.value.turn!==Q.value&&e.parent);G.go(e),un.value=void 0,Rn.value="",G.tree.value.result="*",Y.value=!0,en.value?.start(G.position.value.turn),Ie()}gn(()=>{xe.value&&Z.value&&Promise.resolve().then(Bi)});function $r(){const[,e]=_(0);nn(()=>{const r=setInterval(()=>{const o=Y.value?en.value?.flagged():void 0;o&&Te(ui(ee(o)),"time"),en.value&&e(s=>s+1)},100);return()=>clearInterval(r)},[]);const n=G.position.value,i=Y.value||un.value!==void 0,t=Y.value&&n.turn===Q.value&&ta.value;return a("div",{class:"desk tall",children:[a("div",{class:"board-side",children:[a(ra,{side:ee(Q.value),name:`Tabia, ${Ee(Gn.value)}`,thinking:xe.value}),a(ue,{fen:n.fen,flipped:Q.value==="b",legal:t?n.legal.map(r=>r.uci):[],lastMove:G.node.value.uci,check:n.check,onMove:rt}),a(ra,{side:Q.value,name:"You",thinking:!1}),a("div",{class:"toolbar",role:"toolbar","aria-label":"Board",children:[a(Tn,{icon:"back",label:"Back",disabled:!G.node.value.parent,onClick:()=>G.back()}),a(Tn,{icon:"forward",label:"Forward",disabled:ta.value,onClick:()=>G.forward()}),a("span",{class:"gap"}),a("button",{type:"button",onClick:Wr,disabled:!i||G.tree.value.mainLine().length===0,children:"Take back"}),a("button",{type:"button",onClick:()=>Te(ui(ee(Q.value)),"resignation"),disabled:!Y.value,children:"Resign"})]})]}),a("div",{class:"panels",children:[a(j,{title:i?"The game":"A new game",children:[un.value&&a("p",{class:"outcome",role:"status",children:[a("strong",{children:un.value.result.replace("1/2-1/2","½–½").replace("-","–")})," ",Jr()]}),Rn.value&&a("p",{class:"fault",role:"alert",children:[Rn.value," ",xe.value&&a("button",{type:"button",onClick:()=>void Bi(),children:"Ask now"})]}),a("div",{class:"sliders",children:[a(Hn,{label:"Strength",min:Qa,max:$n,step:50,value:Gn.value,text:Ee(Gn.value),onInput:r=>Gn.value=r}),a(rn,{label:"You play",value:Le.value,options:[["w","White"],["b","Black"],["random","Either"]],onChange:r=>Le.value=r}),a(rn,{label:"From",value:ci.value,options:[["start","the starting position"],["analyse","the analysis board"]],onChange:r=>ci.value=r}),a(rn,{label:"Clock",value:Pe.value,options:nt.map(([r,o])=>[r,o]),onChange:r=>Pe.value=r})]}),a("div",{class:"buttons",children:a("button",{type:"button",class:"primary",disabled:!Z.value,onClick:Ir,children:Y.value?"Start anew":"Start"})})]}),a(j,{title:"Moves",aside:a("span",{class:"opening",children:G.opening.value?.name??""}),children:[a(Ja,{session:G}),a("div",{class:"buttons",children:[a("button",{type:"button",disabled:!i,onClick:()=>Za("tabia-game.pgn",G.pgn()),children:"Save PGN"}),a("button",{type:"button",disabled:!i,onClick:()=>{const r=U().call("pgn_read",{text:G.pgn()}).games[0];r?.error===void 0&&(y.load(r),y.last(),location.hash="#/analyse")},children:"Analyse this game"})]})]})]})]})}function Jr(){const{result:e,why:n}=un.value;return e==="1/2-1/2"?`Draw: ${n}.`:`${e==="1-0"==(Q.value==="w")?"You win":"Tabia wins"} by ${n}.`}function ra({side:e,name:n,thinking:i}){const t=en.value;return a("div",{class:"player",children:[a("span",{class:`disc ${e==="w"?"white":"black"}`,"aria-hidden":"true"}),a("span",{class:"name",children:n}),a("span",{class:"busy",role:"status",children:i?"thinking …":""}),t&&a("span",{class:`clock${t.side===e?" runs":""}`,"aria-label":`Clock of ${e==="w"?"White":"Black"}`,children:Nr(t.remaining(e))})]})}async function Ur(){try{const e=await re("runs",{headers:{Accept:"application/json"}});if(!e.ok)return;const n=await e.json();return Array.isArray(n.runs)?n.runs:void 0}catch{return}}const jr=3e3;function Zr(e,n,i){const t=`runs/${encodeURIComponent(e)}`,r=new AbortController,{signal:o}=r,s=l=>{o.aborted||n(JSON.parse(l))};return re(t,{signal:o}).then(async l=>{if(!l.ok)throw new Error(`${e}: ${l.status}`);s(await l.text())}).catch(l=>{o.aborted||i(l instanceof Error?l.message:String(l))}),(async()=>{for(;!o.aborted;){try{const l=await re(`${t}/events`,{headers:{Accept:"text/event-stream"},signal:o});if(l.ok){i("");for await(const{event:u,data:c}of Na(l))u==="update"&&s(c)}}catch{}if(o.aborted)return;i("The connection is lost; trying again."),await new Promise(l=>setTimeout(l,jr))}})(),()=>r.abort()}const Qr={train:"training",learn:"learning loop",match:"match"};function Yr(){const[e,n]=_(),[i,t]=_(!1),[r,o]=_(),[s,l]=_(),[u,c]=_("");return nn(()=>{let h=!1;const d=async()=>{const m=await Ur();h||(n(m),t(!0),o(p=>p??Xr(m)?.name))};d();const C=setInterval(()=>void d(),1e4);return()=>{h=!0,clearInterval(C)}},[]),nn(()=>(l(void 0),r===void 0?void 0:Zr(r,l,c)),[r]),i?!e||e.length===0?a(no,{hasServer:e!==void 0}):a("div",{class:"train",children:[a(j,{title:"Runs",children:a("ul",{class:"run-list",children:e.map(h=>a("li",{children:a("button",{type:"button","aria-pressed":h.name===r,onClick:()=>o(h.name),children:[a("span",{class:`lamp${h.running?" on":""}`,"aria-hidden":"true"}),a("span",{class:"name",children:h.name}),a("span",{class:"kind",children:[Qr[h.kind],", ",h.running?"running":qr(h.updated)]})]})},h.name))})}),a("div",{class:"run","data-testid":"run",children:[u&&a("p",{class:"fault",role:"alert",children:u}),!s&&!u&&a("p",{class:"empty",children:"Loading …"}),s?.learn&&a(io,{learn:s.learn}),s?.train&&a(eo,{train:s.train}),s?.match&&a(ao,{match:s.match}),s&&!s.train&&!s.learn&&!s.match&&a("p",{class:"empty",children:"This run has written nothing yet."})]})]}):a("p",{class:"empty",children:"Looking for runs …"})}const Xr=e=>[...e??[]].sort((n,i)=>Number(i.running)-Number(n.running)||i.updated-n.updated)[0];function qr(e,n=Date.now()/1e3){const i=Math.max(0,n-e);return i<90?`${Math.round(i)} s ago`:i<5400?`${Math.round(i/60)} min ago`:i<129600?`${Math.round(i/3600)} h ago`:`${Math.round(i/86400)} days ago`}function no({hasServer:e}){return a("div",{class:"prose narrow",children:[a("h1",{children:"No runs to watch"}),e?a("p",{children:"The folder of runs is empty so far."}):a("p",{children:"This page was not served with a folder of runs."}),a("p",{children:"Start the server with the folder where training, learning loops or matches write their logs:"}),a("pre",{tabIndex:0,children:a("code",{children:`./run serve --runs runs
./run train recipes/perspective-256.toml --out runs/mine`})}),a("p",{children:"Curves, Elo, the test of a match and sample positions then appear here while the run goes on."})]})}function eo({train:e}){const{points:n,target:i,samples:t}=e,r=n.at(-1),o=n.flatMap(s=>s.validation?[[s.positions,s.validation]]:[]);return a(on,{children:[a(j,{title:"Training",children:[a("div",{class:"facts",children:[a(q,{name:"positions",value:r?ne(r.positions):"0"}),a(q,{name:"speed",value:r?`${ne(r.positions_per_second)}/s`:"–"}),a(q,{name:"loss",value:r?r.loss.toPrecision(4):"–"}),a(q,{name:"validation",value:o.length?o.at(-1)[1].toPrecision(4):"–"}),i!==void 0&&r&&i>0&&a("div",{class:"progress",children:[a("progress",{max:i,value:Math.min(r.positions,i),"aria-label":"Progress"}),a("span",{children:[(100*r.positions/i).toFixed(1)," % of ",ne(i)]})]})]}),a(_n,{label:"Loss and validation loss over the positions seen",logarithmic:!0,height:220,series:[{name:"loss",kind:"first",points:n.map(s=>[s.positions,s.loss])},{name:"validation",kind:"second",points:o}]}),a("div",{class:"pair",children:[a(_n,{label:"Learning rate over the positions seen",height:130,series:[{name:"learning rate",kind:"first",points:n.map(s=>[s.positions,s.rate])}]}),a(_n,{label:"Positions a second",height:130,zero:!0,series:[{name:"positions/s",kind:"first",points:n.map(s=>[s.positions,s.positions_per_second])}]})]})]}),t&&t.length>0&&a(j,{title:"What it thinks so far",children:a("div",{class:"samples",children:t.slice(0,8).map(({fen:s,cp_white:l,course:u})=>a(ro,{fen:s,caption:Mn({cp:l}),course:u??[]},s))})})]})}function ge(e,n){if(e==null)return"–";const i=`${e>=0?"+":"−"}${Math.abs(e).toFixed(1)}`;return n==null?i:`${i} ± ${n.toFixed(1)}`}function io({learn:e}){const{rounds:n,step:i,state:t}=e,r=n.filter(s=>s.elo!==null),o=n.filter(s=>typeof s.match_elo=="number");return a(j,{title:"Learning loop",children:[a("div",{class:"facts",children:[a(q,{name:"rounds",value:String(n.length)}),a(q,{name:"promoted",value:String(n.filter(s=>s.promoted).length)}),a(q,{name:"Elo since the start",value:ge(r.at(-1)?.elo,r.at(-1)?.error)}),(t||i)&&a(q,{name:"now",value:String(t??i)})]}),a("div",{class:"pair",children:[a(_n,{label:"Elo of each round's network since the first",zero:!0,series:[{name:"Elo since the start",kind:"first",points:r.map(({round:s,elo:l})=>[s,l]),errors:r.map(({error:s})=>s??0)}]}),o.length>0&&a(_n,{label:"Elo of each round's network against the one before",zero:!0,series:[{name:"Elo of the round",kind:"second",points:o.map(({round:s,match_elo:l})=>[s,l]),errors:o.map(({match_error:s})=>s??0)}]})]}),a("div",{class:"table",tabIndex:0,children:a("table",{children:[a("thead",{children:a("tr",{children:[a("th",{scope:"col",children:"Round"}),a("th",{scope:"col",children:"Elo since the start"}),o.length>0&&a("th",{scope:"col",children:"Elo of the round"}),a("th",{scope:"col",children:"Games"}),a("th",{scope:"col",children:"Promoted"})]})}),a("tbody",{children:n.slice(-12).map(s=>a("tr",{children:[a("td",{children:s.round}),a("td",{children:ge(s.elo,s.error)}),o.length>0&&a("td",{children:ge(s.match_elo,s.match_error)}),a("td",{children:s.games}),a("td",{children:s.promoted?"yes":"no"})]},s.round))})]})})]})}function ao({match:e}){const{engines:n,won:i,drawn:t,lost:r,elo:o,error:s,llr:l,bounds:u,games:c}=e,h=i+t+r,d=l?.length??0;return a(on,{children:[a(j,{title:`${n[0]} – ${n[1]}`,children:[a("div",{class:"facts",children:[a(q,{name:"games",value:String(h)}),a(q,{name:"won, drawn, lost",value:`${i} · ${t} · ${r}`}),a(q,{name:"Elo",value:ge(o,s)}),l&&l.length>0&&a(q,{name:"LLR",value:l.at(-1).toFixed(2)})]}),h>0&&a("div",{class:"wdl-bar",role:"img","aria-label":`${i} won, ${t} drawn, ${r} lost`,children:[a("span",{class:"w",style:{flexGrow:i}}),a("span",{class:"d",style:{flexGrow:t}}),a("span",{class:"l",style:{flexGrow:r}})]}),l&&l.length>0&&a(_n,{label:"Log-likelihood ratio of the sequential test, between its bounds",series:[{name:"LLR",kind:"first",points:l.map((C,m)=>[m+1,C])},...u?[{name:`accepted at ${u[1].toFixed(2)}`,kind:"bound",points:[[1,u[1]],[d,u[1]]]},{name:`refused at ${u[0].toFixed(2)}`,kind:"bound",points:[[1,u[0]],[d,u[0]]]}]:[]]})]}),a(to,{games:c})]})}function to({games:e}){const[n,i]=_("");if(e.length===0)return null;const t=r=>{try{if(r.pgn){const o=U().call("pgn_read",{text:r.pgn}).games[0];if(!o||o.error!==void 0)throw new Error(o?.error??"no game");y.load(o)}else{y.reset(r.opening_fen);const o=typeof r.moves=="string"?r.moves.split(/\s+/).filter(Boolean):r.moves??[];y.play(o)}y.tree.value.tags={...y.tree.value.tags,White:r.white,Black:r.black},y.tree.value.result=r.result,y.first(),location.hash="#/analyse"}catch(o){i(X(o))}};return a(j,{title:"Last games",children:[n&&a("p",{class:"fault",role:"alert",children:n}),a("ul",{class:"games",children:[...e].reverse().map((r,o)=>a("li",{children:[a("span",{class:"name",children:[r.white," – ",r.black]}),a("b",{children:r.result.replace("1/2-1/2","½–½").replace("-","–")}),a("button",{type:"button",disabled:!r.pgn&&!r.moves&&!r.opening_fen,onClick:()=>t(r),children:"Look"})]},o))})]})}function ro({fen:e,caption:n,course:i}){return a("figure",{class:"sample",children:[a(ue,{fen:e,still:!0,label:`Sample position, ${n} for White`}),a(oo,{values:i}),a("figcaption",{children:[a("b",{children:n}),a("button",{type:"button",onClick:()=>{y.reset(e),location.hash="#/analyse"},children:"Analyse"})]})]})}function oo({values:e}){const n=e.flatMap((o,s)=>o===null?[]:[[s,o]]);if(n.length<2)return null;const i=Math.max(50,...n.map(([,o])=>Math.abs(o))),t=o=>50-48*o/i,r=o=>Mn({cp:o});return a("svg",{class:"course",viewBox:`0 0 ${e.length-1} 100`,preserveAspectRatio:"none",role:"img","aria-label":`Its evaluation went from ${r(n[0][1])} to ${r(n.at(-1)[1])}, at most ${r(i)} either way`,children:[a("line",{x1:"0",x2:e.length-1,y1:"50",y2:"50"}),a("polyline",{points:n.map(([o,s])=>`${o},${t(s).toFixed(1)}`).join(" ")})]})}function q({name:e,value:n}){return a("div",{class:"fact",children:[a("span",{children:e}),a("b",{children:n})]})}const Fe=[["analyse","Analyse"],["play","Play"],["explain","Explain"],["train","Train"],["learn","Learn"]],hi=N({part:"analyse",rest:""}),Vn=hn("theme","auto");function oa(){const[e="",n]=location.hash.replace(/^#\/?/,"").split("?"),[i="",...t]=e.split("/"),r=new URLSearchParams(n).get("fen");if(r)try{rr(r)}catch{}hi.value={part:Fe.some(([s])=>s===i)?i:"analyse",rest:t.join("/")};const o=Fe.find(([s])=>s===hi.value.part)[1];document.title=`${o} – Tabia`}class so extends Fn{state={fault:""};static getDerivedStateFromError(n){return{fault:X(n)}}componentDidCatch(n){console.error(n)}render(){return this.state.fault?a("p",{class:"fault",role:"alert",children:["This part of the page broke down: ",this.state.fault,". ",a("a",{href:"#/analyse",children:"To the analysis board"})]}):this.props.children}}function lo(){return a("form",{class:"field wide",onSubmit:e=>{e.preventDefault(),Gt(new FormData(e.currentTarget).get("token")),Ia()},children:[a("label",{for:"token",children:"This server asks for its token"}),a("input",{id:"token",name:"token",type:"password",autocomplete:"off",required:!0}),a("div",{class:"buttons",children:a("button",{type:"submit",children:"Use it"})})]})}function co(){const{part:e,rest:n}=hi.value;return document.documentElement.dataset.theme=Vn.value,a(on,{children:[a("a",{class:"skip",href:"#main",onClick:i=>{i.preventDefault(),document.getElementById("main")?.focus()},children:"To the content"}),a("header",{class:"top",children:[a("a",{class:"brand",href:"#/analyse","aria-label":"Tabia, to the analysis board",children:[a("svg",{viewBox:"0 0 100 100","aria-hidden":"true",children:a("path",{d:"M33 82c-1-12 12-17 15-29c-5 5-11 5-15 9c-3 3-4 7-8 7c-5 0-9-4-9-9c0-5 5-8 7-13c2-6 4-10 9-14l0-12c0-1.500 1.500-2 2.500-1l8.500 7c20-3 35 14 34 39c0 6-1 11-2 16z"})}),a("span",{children:"Tabia"})]}),a("nav",{class:"parts","aria-label":"Parts of the page",children:Fe.map(([i,t])=>a("a",{href:`#/${i}`,"aria-current":i===e?"page":void 0,children:t},i))}),a("div",{class:"top-side",children:[Ka.value&&a("label",{class:"who",children:[a("span",{class:"sr-only",children:"Engine"}),a("select",{value:Z.value?.kind??"server",onChange:i=>void za(i.currentTarget.value),children:[a("option",{value:"server",children:"Server"}),a("option",{value:"browser",children:"This browser"})]})]}),a("button",{type:"button",class:"theme","aria-label":`Colours: ${Vn.value}`,title:`Colours: ${Vn.value}`,onClick:()=>Vn.value=Vn.value==="auto"?"light":Vn.value==="light"?"dark":"auto",children:Vn.value==="auto"?"◐":Vn.value==="light"?"☀":"☾"})]})]}),a("main",{id:"main",tabIndex:-1,children:[a("h1",{class:"sr-only",children:Fe.find(([i])=>i===e)[1]}),_e.value&&a("p",{class:"fault",role:"alert",children:_e.value}),Ta.value&&a(lo,{}),a(so,{children:[e==="analyse"&&a(cr,{}),e==="play"&&a($r,{}),e==="explain"&&a(Ar,{}),e==="train"&&a(Yr,{}),e==="learn"&&a(Tr,{id:n})]},e)]}),a("footer",{children:[Z.value?Z.value.kind==="server"?"The server thinks.":"The engine runs in this browser: nothing is sent anywhere.":"Starting the engine …"," ","Pieces drawn for Tabia; opening names by lichess.org (CC0)."]})]})}const ni=document.getElementById("page");wt().then(()=>{oa(),addEventListener("hashchange",oa),Rr(),addEventListener("focus",()=>void Ra()),ni.textContent="",mt(a(co,{}),ni),Ia()},e=>{ni.textContent=`Tabia can't start here: ${X(e)}. It needs a browser with WebAssembly SIMD (2023 or newer).`});
